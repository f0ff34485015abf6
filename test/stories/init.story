# A first policy from what the project has, and the whole way to a verdict.
--- Makefile
.PHONY: test
test:
	@sh test.sh
release:
	@echo released > released
--- lib/add.sh
echo $(($1 + $2))
--- test.sh
test "$(sh lib/add.sh 1 2)" = 3 && echo "1 passed"
--- README.md
# Sums
--- .gitignore
build/
--- .github/workflows/ci.yml
jobs: { check: { steps: [{ run: make test }] } }
---
$ git init -q . && git config user.name A && git config user.email a@example.invalid && git add . && git commit -qm start
$ reeve init --print > first.reeve
! looked at …
!   here: tasks
!   .github/workflows/ci.yml: what CI runs
! proposes
!   use careful: holds everywhere
!   use git: .git
!   criterion tests (required): `make test`: Makefile; tests are required
!   ask `make release`: Makefile; a person publishes
$ test ! -e policy.reeve
$ rm first.reeve
# Without a terminal nothing is written unasked, and --yes trusts nothing.
$ reeve init
! …
! reeve: there is no terminal to ask on, so nothing was written
! help: `reeve init --yes` writes without asking and trusts nothing; `reeve init --print` only prints
? 4
$ reeve init --yes
| wrote …/policy.reeve: sha256:…
! …
! not trusted yet: it can only tighten until a person runs `reeve trust` on a terminal; elsewhere `--policy …`
$ reeve exec -- make test
! …
? 4
# It is never written over.
$ reeve init --yes
! reeve: there is a policy already: …/policy.reeve
! help: it is never written over: compare it with `reeve init --print`, or move it away first
? 1
$ reeve init --print 2> /dev/null | cmp - policy.reeve
$ rm policy.reeve
# A person says no, then yes.
$ reeve init
< no
| …
| …nothing was written
? 4
$ test ! -e policy.reeve
$ reeve init
< yes
| …
| …wrote …/policy.reeve: sha256:…
| trusted in …: sha256:…
$ reeve check --strict
| ok: policy …
| sha256:…
$ reeve fmt --check
$ reeve lint --strict
| ok: policy …
| sha256:…
$ reeve test
| policy.reeve: ok …
$ reeve explain -- make test
| …
| allow: …
$ reeve explain -- make release
| …
| ask: …
? 5
$ reeve exec -- git push -f
! …
? 4
$ reeve exec -- sh -c 'cat .env'
! …
? 4
$ reeve exec -- make test
| 1 passed
$ reeve exec -- sh -c 'echo "# note" >> lib/add.sh && git add lib/add.sh && git commit -m "a note" > build.log'
! …
? 4
$ reeve exec -- sh -c 'echo "# note" >> lib/add.sh && git add lib/add.sh && git commit -m "a note" | tail -n 1'
| …1 file changed…
$ reeve prove
! …
$ reeve gate
| verified: …
| …
$ printf 'echo $(( $1 + $2 ))\n' > lib/add.sh; reeve gate > /dev/null
? 11
$ reeve prove
! …
$ reeve gate
| verified: …
| …
$ echo 'echo 4' > lib/add.sh; reeve prove
! …
? 10
$ printf 'echo $(( $1 + $2 ))\n' > lib/add.sh; reeve prove
! …
$ reeve gate
| verified: …
| …
# What a document says needs no criterion; what nobody named does.
$ echo more >> README.md; reeve gate
| verified: …
| …
$ echo x > stray; reeve gate
| incomplete: …stray
| …
? 11
