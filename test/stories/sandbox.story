# A policy that requires a sandbox runs nothing where there is none.
--- policy.reeve
policy "s" version 1
exec { default allow }
sandbox require
---
$ reeve exec --policy policy.reeve -- touch ran
! …
! reeve: refused (allow): the policy requires a sandbox, and there is none here
! …
? 4
$ test ! -e ran
