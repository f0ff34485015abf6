# One command through the guard: streams, exit codes, limits and environment pass as they should.
--- policy.reeve
policy "p" version 1
exec { default allow  deny "rm **" because "nothing is removed here" }
limits { time 5s }
---
$ reeve exec --policy policy.reeve -- sh -c 'echo out; echo err >&2; exit 7'
| out
! …
! err
? 7
$ reeve exec --policy policy.reeve -- nosuchprogram
! …
? 127
$ printf 'in\n' | reeve exec --policy policy.reeve -- cat
| in
$ reeve exec --policy policy.reeve -- sh -c 'kill -KILL $$'
! …
? 137
$ reeve exec --policy policy.reeve -- sh -c 'trap "" TERM; sleep 300'
! …
! reeve: the command …
? 124
$ BUN_OPTIONS= SECRET_TOKEN=abc LD_PRELOAD= reeve exec --policy policy.reeve -- env | grep -c 'SECRET_TOKEN\|BUN_\|LD_PRELOAD'
| 0
? 1
$ reeve exec --policy policy.reeve --shell 'echo a; rm -rf x'
! …
! reeve: refused (deny): exec `rm -rf x`: nothing is removed here
! reeve: rule: policy.reeve:2: deny "rm **" because "nothing is removed here"
? 4
$ reeve exec --policy policy.reeve -- head -c 3000000 /dev/zero | wc -c | tr -d ' '
| 3000000
# What a command leaves running is ended with it.
$ reeve exec --policy policy.reeve -- sh -c '(sleep 299 &) ; echo done' | cat; sleep 0.2; ps -eo args | grep -c '^sleep 299$'
| done
| 0
? 1
$ (reeve exec --policy policy.reeve -- sh -c 'touch begun; exec sleep 4' & pid=$!; until test -e begun; do sleep 0.05; done; kill -INT $pid; wait $pid)
! …
? 130
$ reeve log --kind start | wc -l | tr -d ' '; reeve log --kind end | wc -l | tr -d ' '
| 9
| 9
$ reeve ledger verify
| intact: …
