# What a person may do to criteria. Each act is recorded with how the person was there; an agent can do none of them.
--- policy.reeve
policy "c" version 1
exec { default ask  allow "sh test.sh" }
criterion tests required "The tests pass" { verify command "sh test.sh"  scope "test.sh", "page.txt" }
criterion looks required "It looks right" { verify manual  scope "page.txt" }
--- test.sh
test -s page.txt
--- page.txt
hello
---
$ reeve criteria add "The page greets" --verify "sh test.sh" --required --policy policy.reeve
| not_checked  the-page-greets (required): The page greets
|              no evidence yet
|              help: run exactly `sh test.sh`: …
# Another criterion with the same text has an id of its own; an id that is taken, also by the policy, is not given again.
$ reeve criteria add "The page greets" --policy policy.reeve
| not_checked  the-page-greets-2: The page greets
| …
$ reeve criteria add "Anything" --id tests --policy policy.reeve
! …
! reeve: the criterion `tests` exists already
! help: …
? 2
$ reeve criteria add "No command" --verify "sh 'test.sh" --policy policy.reeve
! …
? 2
$ reeve criteria edit the-page-greets "The page says hello" --policy policy.reeve
| not_checked  the-page-greets (required): The page says hello
| …
$ reeve criteria optional the-page-greets --policy policy.reeve
| not_checked  the-page-greets: The page says hello
| …
$ reeve criteria required the-page-greets --policy policy.reeve
| not_checked  the-page-greets (required): The page says hello
| …
# A criterion falls away only with a reason, and the reason stays readable.
$ reeve criteria na the-page-greets --policy policy.reeve
! reeve: `criteria na` is used otherwise
! help: reeve criteria na ID --because WHY
? 2
$ reeve criteria na the-page-greets --because "there is no page" --policy policy.reeve
| not_applicable  the-page-greets (required): The page says hello
|                 a person says so: there is no page [entry …]
$ reeve criteria na nowhere --because "why not" --policy policy.reeve
! …
! reeve: no criterion `nowhere`
! help: …
? 2
$ reeve criteria delete tests --policy policy.reeve
! reeve: no act `delete` on criteria
! help: …
? 2
# A person's word is no stand-in for a command that ought to run.
$ reeve attest tests --because "they pass, believe me" --policy policy.reeve
! …
! reeve: `tests` does not wait for a person: no evidence yet
! help: …
? 2
$ reeve attest looks --because "I read it" --policy policy.reeve
| verified  looks (required): It looks right
| …
# Without a terminal nobody was seen, and the record says so.
$ reeve log --kind attestation --json | grep -o '"presence":"[a-z]*"'
| "presence":"none"
$ reeve log --kind criterion --json | grep -o '"presence":"[a-z]*"' | sort | uniq -c | tr -s ' '
|  6 "presence":"none"
$ reeve attest looks --because "I read it again" --policy policy.reeve
! …
! reeve: `looks` does not wait for a person: attested: I read it
? 2
# A word is bound to the files as they were.
$ echo more >> page.txt; reeve status --policy policy.reeve --json | tr ',' '\n' | grep -c '"status":"verified"'
| 0
? 1
$ reeve ledger verify
| intact: …
