# What `reeve ledger verify` tells apart: whole, changed, rolled back, a stranger's, and no ledger at all.
--- policy.reeve
policy "v" version 1
exec { default allow }
---
$ reeve exec --policy policy.reeve --ledger l.db -- true
$ reeve ledger verify --ledger l.db
| intact: … entries, root …, signed by your key
$ cp l.db older.db; reeve exec --policy policy.reeve --ledger l.db -- true; cp l.db newer.db; cp older.db l.db; reeve ledger verify --ledger l.db
| rolled back: … entries, root …, signed by your key
! …
! reeve: it has … entries, and had …
? 21
$ cp newer.db l.db; sqlite3 l.db "UPDATE tile SET hashes = zeroblob(length(hashes))"; reeve ledger verify --ledger l.db
| changed: … entries, root …, signed by your key
! reeve: tile 0/0 does not fit the entries
? 20
$ cp newer.db l.db; XDG_CONFIG_HOME=$PWD/other reeve ledger verify --ledger l.db
| intact: … entries, root …, signed by a key that is not yours
? 22
$ test ! -e other
$ rm l.db; reeve ledger verify --ledger l.db
! reeve: the ledger …l.db is missing, and your configuration remembers it
! help: …reeve ledger accept…
? 21
$ echo no ledger > l.db; reeve ledger verify --ledger l.db
! reeve: …l.db is no ledger, or a damaged one: …
! help: …
? 23
$ cp newer.db l.db; reeve ledger accept --ledger l.db --because "nothing is wrong"
! reeve: there is nothing to accept: …l.db is neither lost nor rolled back
? 2
