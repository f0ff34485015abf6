# The ledger: its place, its wholeness, and what is refused.
--- policy.reeve
policy "l" version 1
exec { default allow }
---
$ reeve ledger path
| …/.local/state/reeve/…/ledger.db
$ reeve log
! reeve: there is no ledger at …
! help: …
? 1
$ reeve exec --policy policy.reeve -- true
$ reeve ledger verify
| intact: 5 entries, root …
$ sqlite3 "$(reeve ledger path)" 'PRAGMA integrity_check; PRAGMA journal_mode; SELECT count(*) FROM entry'
| ok
| delete
| 5
$ sqlite3 "$(reeve ledger path)" "UPDATE entry SET kind = 'end' WHERE seq = 1"
! …entries are never changed…
? 19
$ sqlite3 "$(reeve ledger path)" "DROP TRIGGER entry_keeps"; reeve exec --policy policy.reeve -- touch ran; test ! -e ran
! …
! reeve: …ledger.db is no ledger, or a damaged one: its tables are not those of a ledger
! help: …
$ rm "$(reeve ledger path)"; reeve exec --policy policy.reeve -- touch ran
! …
! reeve: the ledger …ledger.db is missing, and your configuration remembers it
! help: …reeve ledger accept…
? 1
$ test ! -e ran
$ reeve ledger accept --because "a trial"
| accepted: …ledger.db, 2 entries
$ reeve exec --policy policy.reeve -- touch ran && test -e ran
$ cp "$(reeve ledger path)" old.db; reeve exec --policy policy.reeve -- true; cp old.db "$(reeve ledger path)"; reeve exec --policy policy.reeve -- touch late
! …
! reeve: the ledger …ledger.db was rolled back: it has … entries, and had …
! help: …
? 1
$ test ! -e late
