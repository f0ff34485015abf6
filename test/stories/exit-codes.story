# Every exit code that is documented, each from the state that it stands for.
--- policy.reeve
policy "codes" version 1
exec { default ask  allow "true", "sh ok.sh"  deny "false" because "it never helps" }
criterion sound required "It is sound" { verify command "sh ok.sh"  scope "ok.sh", "data.txt" }
--- ok.sh
grep -q good data.txt
--- data.txt
bad
---
# 11: nothing failed, and nothing is proven.
$ reeve status --policy policy.reeve
? 11
$ reeve gate --policy policy.reeve
? 11
# 10: a required criterion failed.
$ reeve prove --policy policy.reeve
? 10
$ reeve status --policy policy.reeve
? 10
$ reeve gate --policy policy.reeve
? 10
# 0: verified on the files as they are.
$ echo good > data.txt; reeve prove --policy policy.reeve
$ reeve gate --policy policy.reeve
$ reeve status --policy policy.reeve
# 4: denied; an ask with nobody to answer is no yes.
$ reeve exec --policy policy.reeve -- false
? 4
$ reeve exec --policy policy.reeve -- make
? 4
$ reeve explain --policy policy.reeve -- false
? 4
# 5: explain says ask.
$ reeve explain --policy policy.reeve -- make
? 5
# 3: a policy that is none, is not there, or is another one than was named by its digest.
$ echo 'exec {' > broken.reeve; reeve gate --policy broken.reeve
? 3
$ reeve prove --policy nowhere.reeve
? 3
$ reeve gate --policy policy.reeve --policy-digest sha256:0000000000000000000000000000000000000000000000000000000000000000
? 3
# 2: used otherwise than said; nothing is run.
$ reeve gate --nothing
? 2
$ reeve exec --policy policy.reeve --shell 'touch ran' -- touch ran
? 2
$ reeve gate --policy policy.reeve --policy-digest nonsense
? 2
$ reeve attest
? 2
$ reeve attest nothing --policy policy.reeve --because why
! …
! reeve: no criterion `nothing`
! help: the criteria are sound
? 2
$ reeve export --format nonsense
? 2
$ test ! -e ran
# 1: another cause.
$ reeve log --ledger nowhere.db
! reeve: there is no ledger at …nowhere.db
! help: …
? 1
# A policy may give its own codes for the verdict, and keeps the meanings apart.
$ (cat policy.reeve; echo 'exit { failed 42 }') > own.reeve; echo bad > data.txt; reeve prove --policy own.reeve
? 42
$ (cat policy.reeve; echo 'exit { failed 0 }') > own.reeve; reeve prove --policy own.reeve
? 3
