# The demo shows a whole run, and touches nothing of the user's.
--- policy.reeve
policy "mine" version 1
exec { default deny }
---
$ reeve demo > ../demo.txt; tail -3 ../demo.txt
|   reeve run "TASK" --model NAME --base-url http://127.0.0.1:8080/v1
| 
| Nothing of this demo is left; `reeve demo DIR` keeps its workspace to play with.
$ for words in 'refused' 'verified' '4 of 4' 'What to do next'; do grep -q -- "$words" ../demo.txt || echo "$words"; done; echo looked
| looked
$ ls -A . ../.config ../.local ../.cache 2> /dev/null; true
| .:
| policy.reeve
# It can be kept, and is then a workspace like any other.
$ reeve demo ../kept > ../demo.txt; grep -A2 '^The workspace is kept' ../demo.txt
| The workspace is kept. To go on in it:
|   cd …/kept/workspace
|   export XDG_CONFIG_HOME=…/kept/configuration XDG_STATE_HOME=…/kept/state XDG_CACHE_HOME=…/kept/cache
$ cd ../kept/workspace; eval "$(grep '^  export XDG' ../../demo.txt)"; reeve status --policy policy.reeve && reeve ledger verify
| verified  …
| …
| intact: …
$ reeve demo ../kept
! reeve: …
! help: name a directory that does not exist yet
? 1
