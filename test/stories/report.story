# A report and a waiver close the gate on exactly the work as it is.
--- policy.reeve
policy "reports" version 1
exec { default ask  allow "grep **", "touch **" }
--- word.txt
good
--- commands.json
{"subject":"the word","commands":[{"id":"good","command":"grep -q good word.txt","required":true}]}
--- broken.json
{"schema":"reeve.verification_report.v1","author":"editor","subject":"x","checks":[]}
---
$ reeve exec --policy policy.reeve -- touch made
$ reeve gate --policy policy.reeve
| incomplete: completion gate: …
| …
? 11
$ reeve report run commands.json --policy policy.reeve
| passed  the word (host)
|   passed        good (required): exited 0
| verification passed: 1 report with 1 required check
$ reeve gate --policy policy.reeve
| verified: the report `the word` proves the workspace as it is now
| …
$ echo more > more.txt; reeve report list --policy policy.reeve
| needs_review  the word (host)
|   needs_review  good (required): its command has not run on the work as it is now
| verification needs review across the word: 1 pending required check, 1 report with 1 required check
? 11
$ reeve report add broken.json --policy policy.reeve
! reeve: broken.json: `author` may not report: only `host` and `verifier` may
! help: …
? 2
$ reeve waive --because "looked at it" --policy policy.reeve
| waived: …looked at it
| …
$ reeve gate --policy policy.reeve
| waived: …
| …
