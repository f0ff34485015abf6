# needs bwrap
# Under a full sandbox a program that nobody looked into can neither read a secret, nor write what is protected or lies outside, nor
# reach the network or the ledger, nor outlive its call; each attempt fails, and says so.
--- policy.reeve
policy "s" version 1
exec { default allow }
sandbox require
--- .env
KEY=secret
--- .git/config
[core]
--- .git/hooks/sample
none
--- attempt.sh
cat .env
cat "$HOME/outside.txt"
ls "$HOME/.config/reeve" "$HOME/.local/state/reeve"
echo changed >> policy.reeve
echo changed > .git/hooks/pre-commit
mv .git moved
echo changed > /usr/written
echo inside > "$HOME/kept-nowhere" && echo private home
exec 3<>/dev/tcp/127.0.0.1/22
echo changed > /proc/sys/kernel/hostname
echo done > out.txt
--- linger.sh
(setsid sh -c 'trap "" TERM; echo $$ > pid; exec sleep 31733' &)
while test ! -s pid; do sleep 0.05; done
---
$ echo outside > ../outside.txt
$ reeve exec --policy policy.reeve -- bash attempt.sh
| private home
! …
! cat: .env: Permission denied
! cat: …/outside.txt: No such file or directory
! ls: cannot access '…/.config/reeve': No such file or directory
! ls: cannot access '…/.local/state/reeve': No such file or directory
! attempt.sh: line 4: policy.reeve: Read-only file system
! attempt.sh: line 5: .git/hooks/pre-commit: Read-only file system
! mv: cannot move '.git' to 'moved': Device or resource busy
! attempt.sh: line 7: /usr/written: Read-only file system
! …Connection refused
! …
! attempt.sh: line 10: /proc/sys/kernel/hostname: Read-only file system
$ cat out.txt; cat .env; test ! -e ../kept-nowhere; ls .git/hooks
| done
| KEY=secret
| sample
$ reeve log --kind start --json | grep -o '"sandbox":.*' | cut -d, -f1,2 | sed 's/ [0-9.]*"/"/'
| "sandbox":"full","sandboxBy":"bubblewrap"
# What it starts ends with it, also when it left its group and does not hear TERM.
$ reeve exec --policy policy.reeve -- sh linger.sh; ! pgrep -f 'slee[p] 31733'
! …
# Exit codes pass, and a time limit reaches what runs inside.
$ reeve exec --policy policy.reeve -- sh -c 'exit 7'
! …
? 7
$ reeve exec --policy policy.reeve -- sh -c 'kill -SEGV $$'
! …
? 139
# A sandbox never turns a deny off.
$ reeve exec --policy policy.reeve -- cat .env
! …
! reeve: refused (deny): …
! …
? 4
