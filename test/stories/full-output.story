# Output that cannot be written cuts nothing off, and is never told as success.
--- policy.reeve
policy "full" version 1
exec { default allow }
---
$ reeve exec --policy policy.reeve -- sh -c 'echo much; echo done > done.txt' > /dev/full
! …
! reeve: standard output could not be written whole: ENOSPC
! help: is its disk full?
? 1
$ cat done.txt
| done
$ reeve log > /dev/full
! reeve: standard output could not be written whole: ENOSPC
! help: is its disk full?
? 1
$ reeve log
| …
| …start  …
| …
| …end  …
