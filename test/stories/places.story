# Places that cannot be used: nothing runs, and the answer says what to do.
--- policy.reeve
policy "p" version 1
exec { default allow }
sandbox off
---
$ mkdir home; touch home/.local; HOME="$PWD/home" reeve exec --policy policy.reeve -- touch ran
! …
! reeve: cannot …/home/.local/state…
! help: …
? 1
$ mkdir open; chmod 777 open; mkdir -p open/reeve; chmod 777 open/reeve; XDG_CONFIG_HOME="$PWD/open" reeve exec --policy policy.reeve -- touch ran
! …
? 1
$ XDG_STATE_HOME=/proc/nowhere reeve exec --policy policy.reeve -- touch ran
! …
! help: …
? 1
$ test ! -e ran
# The working directory is gone.
$ cp policy.reeve ../p.reeve; mkdir gone; cd gone; rmdir ../gone; reeve exec --policy ../../p.reeve -- touch ../ran
! …
? 1
# The workspace vanishes while a command runs: the call has its end, and the next command says so.
$ mkdir w; echo 'rm -r ../w' > ../vanish.sh; cd w; reeve exec --policy ../../p.reeve -- sh ../../vanish.sh
! …
? 1
$ test ! -e ran && test ! -e w
# A read-only workspace is no hindrance to reading.
$ mkdir r; chmod 555 r; cd r; reeve exec --policy ../../p.reeve -- ls -A
! …
