# Twenty commands side by side all land, in one ledger that is whole.
--- policy.reeve
policy "p" version 1
exec { default allow }
---
$ for i in $(seq 20); do reeve exec --policy policy.reeve -- sh -c "echo $i" > out.$i 2> err.$i & done; wait; cat out.* | sort -n | tr '\n' ' '
| 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 
$ reeve log --kind start | wc -l | tr -d ' '
| 20
$ reeve log --kind end | wc -l | tr -d ' '
| 20
$ reeve sessions | wc -l | tr -d ' '
| 1
$ reeve ledger verify
| intact: …
