# Each limit is named when it is hit, and everything that the command started is ended.
--- policy.reeve
policy "l" version 1
exec { default allow }
sandbox off
limits { memory 100MiB  processes 12  descriptors 40  time 20s }
--- boxed.reeve
policy "l" version 1
exec { default allow }
sandbox prefer
limits { memory 100MiB  processes 12  descriptors 40  time 20s }
--- brief.reeve
policy "l" version 1
exec { default allow }
limits { time 1s }
--- memory.sh
text=$(head -c 300000000 /dev/zero | tr '\0' x)
sleep 5; echo "${#text}"
--- many.sh
for each in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 31734 & done
wait
--- stubborn.sh
trap '' TERM
(trap '' TERM; (setsid sleep 31735 &) ; sleep 31735) &
sleep 31735
--- bare
echo never
--- plain.sh
#!/bin/sh
echo never
---
$ reeve exec --policy policy.reeve -- sh memory.sh
! …
! reeve: the command was ended: limit memory 100MiB exceeded
? 137
$ reeve exec --policy boxed.reeve -- sh memory.sh
! …
! reeve: the command was ended: limit memory 100MiB exceeded
? 137
$ reeve exec --policy policy.reeve -- sh many.sh
! …
! reeve: the command was ended: limit processes 12 exceeded
? 137
$ reeve exec --policy boxed.reeve -- sh many.sh; pgrep -f 'slee[p] 31734'
! …
! reeve: the command was ended: limit processes 12 exceeded
? 1
$ reeve exec --policy policy.reeve -- bash -c 'ulimit -n'; reeve exec --policy boxed.reeve -- bash -c 'ulimit -Hn'
| 40
| 40
! …
$ reeve exec --policy policy.reeve -- bash -c 'exec 50</dev/null'
! …
! …Bad file descriptor
? 1
$ reeve exec --policy brief.reeve -- sh stubborn.sh; echo $?; pgrep -f 'slee[p] 31735'
| 124
! …
! reeve: the command was ended at its time limit
? 1
$ reeve log --json --kind end | grep -o '"outcome":"over-limit"' | sort | uniq -c | tr -s ' '
|  4 "outcome":"over-limit"
# Whoever reads may go away at any time.
$ reeve exec --policy policy.reeve -- yes | head -1
| y
! …
$ reeve log --json --kind end | tail -1 | grep -o '"gone":true'
| "gone":true
# Output is hashed whole and kept in part; bytes pass as they are.
$ reeve exec --policy policy.reeve -- head -c 300000000 /dev/zero | wc -c
| 300000000
! …
$ reeve exec --policy policy.reeve -- printf '\0\377\n' | od -An -tx1
|  00 ff 0a
! …
# What cannot be started is told in the same words on every runtime.
$ chmod 755 bare; chmod 644 plain.sh; reeve exec --policy policy.reeve -- ./bare
! …
! reeve: the command could not be started: it is no program that the system can run (has it a `#!` line?)
? 126
$ reeve exec --policy policy.reeve -- ./plain.sh
! …
! reeve: the command could not be started: it may not be executed
? 126
$ reeve exec --policy policy.reeve -- ./missing
! …
! reeve: the command could not be started: there is no file `./missing`
? 127
# Standard input is empty where none is given, and signals are told.
$ reeve exec --policy policy.reeve -- cat; reeve exec --policy policy.reeve -- bash -c 'kill -SEGV $$'
! …
! reeve: the command was ended by SIGSEGV
? 139
