# The README's first screen: a policy, a refused command, a passing verdict.
--- policy.reeve
policy "payments" version 1

exec {
  default ask
  allow "sh check.sh", "git {status,diff,log} **"
  deny  "git push {-f,--force} **"  because "history is shared"  instead "git push --force-with-lease"
}

criterion total required "The invoices add up" {
  verify command "sh check.sh"
  scope "invoices.csv", "check.sh"
}
--- invoices.csv
amount
59
--- check.sh
test "$(awk 'NR > 1 { sum += $1 } END { print sum }' invoices.csv)" = 60
---
$ git init -q . && git add . && git commit -qm start
$ reeve check
| ok: policy `payments`, 2 rules, 1 criterion, 1 file
| sha256:…
$ reeve trust
< yes
| …
| …trusted in …: sha256:…
$ reeve exec -- git push -f
! …history is shared…
! …
? 4
$ reeve exec -- git status -s
$ reeve prove
? 10
$ printf 'amount\n59\n1\n' > invoices.csv
$ reeve prove
$ reeve status
| verified  total (required): The invoices add up
| …
$ reeve gate
| verified: …
| …
$ echo 2 >> invoices.csv
$ reeve status
| not_checked  total (required): The invoices add up
| …
| …invoices.csv
| …
? 11
$ printf 'amount\n59\n1\n' > invoices.csv
$ reeve status
| verified  total…
| …
