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
! reeve: refused (allow): the policy requires a full sandbox, and there is none here: bubblewrap (`bwrap`) is not on the trusted path…
! …
? 4
$ test ! -e ran
$ PATH="$(dirname "$(command -v reeve)")" $(command -v reeve) exec --policy prefers.reeve --verbose -- /bin/touch ran
! …
! reeve: sandbox …
! …
$ test -e ran; reeve log --kind start --json | grep -o '"sandboxGaps":.*' | cut -d, -f1 | tr -d ']'
| "sandboxGaps":["bubblewrap (`bwrap`) is not on the trusted path"
# How Reeve calls itself is no verb for people, and none for the agent.
$ reeve --help | grep -c confine
? 1
| 0
$ reeve __confine
! reeve: `__confine` is called by the guard alone
! help: `reeve exec -- CMD`
? 2
$ reeve __relay nowhere
! reeve: `__relay` is called by the guard alone
! help: `reeve exec -- CMD`
? 2
$ reeve exec --policy prefers.reeve -- reeve __confine '{}' /bin/touch touch free
! …
! reeve: refused (deny): …`reeve __confine` is for a person, never for the agent
? 4
$ test ! -e free
