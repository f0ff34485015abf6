# A policy that requires a sandbox runs nothing where there is none, and says why; one that prefers one runs, and says so.
--- policy.reeve
policy "s" version 1
exec { default allow }
sandbox require
--- prefers.reeve
policy "s" version 1
exec { default allow }
---
$ PATH="$(dirname "$(command -v reeve)")" $(command -v reeve) exec --policy policy.reeve -- /bin/touch ran
! …
! reeve: refused (allow): the policy requires a full sandbox, and there is none here: bubblewrap (`bwrap`) is not on the trusted path
! …
? 4
$ test ! -e ran
$ PATH="$(dirname "$(command -v reeve)")" $(command -v reeve) exec --policy prefers.reeve --verbose -- /bin/touch ran
! …
! reeve: sandbox none: bubblewrap (`bwrap`) is not on the trusted path
$ test -e ran; reeve log --kind start --json | grep -o '"sandbox":.*' | cut -d, -f1,2
| "sandbox":"none","sandboxGaps":["bubblewrap (`bwrap`) is not on the trusted path"]
