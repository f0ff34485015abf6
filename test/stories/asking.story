# A person is shown what would really run, and by which rule; their yes may hold for exactly the same again in this session.
--- policy.reeve
policy "asking" version 1
exec {
  default ask
  ask "ls **" because "a person looks first" instead "ls -a"
}
---
$ reeve exec --policy policy.reeve -- ls policy.reeve
< s
| …
| reeve asks:
|   ls policy.reeve
|   in:        …
|   because:   exec `ls policy.reeve`: a person looks first
|   rule:      policy.reeve:4: ask "ls **" because "a person looks first" instead "ls -a"
|   would:     read `policy.reeve`
|   better:    ls -a
| once, or for the same again in this session? [y/s/N] policy.reeve
# The same again is not asked, also where nobody could answer; anything else is.
$ reeve exec --policy policy.reeve -- ls policy.reeve
| policy.reeve
$ reeve exec --policy policy.reeve -- ls -l policy.reeve
! …
? 4
# A program text is never approved for longer than once.
$ reeve exec --policy policy.reeve -- sh -c 'kill -0 $$'
< s
| …
|   sh -c 'kill -0 $$'
| …
| once? [y/N] …
| …
? 4
# What was said is in the record, and ends with the session.
$ reeve log --kind approval
| …
$ reeve sessions close
| …
$ reeve exec --policy policy.reeve -- ls policy.reeve
! …
? 4
