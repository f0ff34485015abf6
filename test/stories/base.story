# An operator's base policy holds in every workspace, and a policy of the workspace can only tighten it, trusted or not.
--- policy.reeve
policy "loose" version 1
use "./more.reeve"
exec { default allow }
--- more.reeve
policy "more" version 1
exec { allow "sh leak.sh", "sh check.sh"  deny "sh own.sh" because "the workspace says no" }
--- leak.sh
touch leaked
--- own.sh
touch owned
--- check.sh
touch checked
--- base.reeve
policy "operator" version 1
exec { default allow  deny "sh leak.sh" because "the operator says no" }
files { default allow }
---
$ mkdir -p -m 700 ~/.config ~/.config/reeve && mv base.reeve ~/.config/reeve/base.reeve && chmod 600 ~/.config/reeve/base.reeve
$ reeve trust
< yes
| …
| …trusted in …: sha256:…
$ reeve exec -- sh leak.sh
! reeve: refused (deny): exec `sh leak.sh`: the operator says no
! …
? 4
$ reeve exec -- sh own.sh
! reeve: refused (deny): exec `sh own.sh`: the workspace says no
! …
? 4
$ reeve exec -- sh check.sh
$ ls *ed
| checked
# A base is named for one question as well, and tightens there.
$ printf 'policy "b" version 1\nexec { deny "sh check.sh" because "not today" }\n' > ~/other.reeve
$ reeve explain --base ~/other.reeve -- sh check.sh
| …
| deny: exec `sh check.sh`: not today
? 4
# A file that the policy uses is part of what was trusted.
$ echo '# changed' >> more.reeve; rm checked; reeve exec -- sh check.sh
! …
? 4
$ test ! -e checked
# The session says which policy it is under, with all that it uses, in its record.
$ reeve log --json | grep '"kind":"policy"' | grep -o '"digest":"[0-9a-f]*","name":"loose".*more.reeve' | head -1
| "digest":"…","name":"loose","trust":"trusted","files":[{"file":"policy.reeve","digest":"…"},{"file":"more.reeve
# A base with a mistake stops everything: nothing runs without it.
$ echo 'exec { alow "x" }' >> ~/.config/reeve/base.reeve; reeve exec -- true
! reeve: the policy `…base.reeve` has errors
! base.reeve:4:8: error RV111: unknown word `alow`
! …
? 3
