# What is for a person is refused to a guarded command, under any name of the binary and however it is wrapped.
--- policy.reeve
policy "p" version 1
exec { default allow }
sandbox off
criterion looks required "It looks right" { verify manual  scope "page.txt" }
--- page.txt
hello
---
$ reeve exec --policy policy.reeve -- reeve attest looks --because "I say so"
! …
! reeve: refused (deny): …`reeve attest` is for a person, never for the agent
? 4
$ reeve exec --policy policy.reeve --shell 'cp "$(command -v reeve)" /tmp/x-$$ 2>/dev/null; env -u REEVE_GUARDED reeve attest looks --because "I say so"'
! …
? 4
$ ln -s "$(command -v reeve)" other; reeve exec --policy policy.reeve -- ./other attest looks --because "I say so"
! …
? 4
$ reeve exec --policy policy.reeve -- sh -c 'sh -c "reeve trust"'
! …
? 4
# A script hides the words, but not where it comes from.
$ printf '#!/bin/sh\nexec env -u REEVE_GUARDED %s attest looks --policy policy.reeve --because "I say so"\n' "$(command -v reeve)" > hidden.sh; reeve exec --policy policy.reeve -- sh hidden.sh
! …
? 4
$ reeve status --policy policy.reeve
| manual_review  looks (required…): It looks right
| …
? 11
$ reeve attest looks --policy policy.reeve --because "I looked"
| …
$ reeve status --policy policy.reeve
| verified  looks (required): It looks right
| …
$ echo changed > page.txt; reeve status --policy policy.reeve
| manual_review  looks (required…): It looks right
| …
? 11
