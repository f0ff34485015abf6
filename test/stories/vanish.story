# The ground gives way: no room on the disk, nothing may be written, the workspace is gone. What cannot be recorded does not run, and
# what was recorded stays whole.
--- policy.reeve
policy "v" version 1
exec { default allow }
--- as-nobody
#!/bin/bash
# Permissions do not hold root, so it becomes somebody whom they hold; what runs Reeve is copied to where that somebody may go.
if [ "$(id -u)" != 0 ]; then exec "$@"; fi
mkdir -p ../open && chmod 755 .. ../open
if [ ! -e ../open/reeve ]; then
  eval "set -- $(sed -n 's/^exec \(.*\) "\$@"$/\1/p' ../bin/reeve)" '"$@"'
  words=
  while [ "$1" != reeve ]; do
    case $1 in /*) cp -L "$1" "../open/file-${1##*/}"; set -- "$(cd ../open; pwd)/file-${1##*/}" "${@:2}" ;; esac
    words="$words '$1'"
    shift
  done
  printf '#!/bin/sh\nexec %s "$@"\n' "$words" > ../open/reeve
  chmod -R a+rx ../open
fi
shift
exec setpriv --reuid 65534 --regid 65534 --clear-groups env DENO_DIR=/tmp/deno-nobody-$PPID ../open/reeve "$@"
---
# A file of the ledger may not grow: the disk is full.
$ reeve exec --policy policy.reeve -- true
$ for try in $(seq 20); do (trap "" XFSZ; ulimit -f 64; reeve exec --policy policy.reeve -- sh -c "echo ran >> count") 2> ../talk.txt || break; done; cat ../talk.txt
| …
| reeve: …the disk is full: nothing was added to the ledger …ledger.db
| help: …
$ reeve log --kind start | wc -l | tr -d ' ' > ../starts.txt; test "$(cat ../starts.txt)" -eq "$(($(wc -l < count) + 1))"
$ reeve ledger verify
| intact: …
$ reeve exec --policy policy.reeve -- echo again
| again
# Nobody can write where the ledger would be.
$ mkdir -p ../closed/.local ../closed/.config; touch ../closed/ran; chmod 666 ../closed/ran; chmod 555 ../closed ../closed/.local ../closed/.config; HOME="$(cd ../closed; pwd)" ./as-nobody reeve exec --policy policy.reeve -- sh -c 'echo ran > ../closed/ran'
! …
! reeve: cannot make the directory …/closed/.…: EACCES…
! help: …
? 1
$ test ! -s ../closed/ran; HOME="$(cd ../closed; pwd)" ./as-nobody reeve explain --policy policy.reeve -- true
| allow exec true
| …
$ chmod 755 ../closed ../closed/.local ../closed/.config
# The workspace is removed between two commands, and another one stands in its place.
$ mkdir ../w; cp policy.reeve ../p.reeve; cd ../w; reeve exec --policy ../p.reeve -- true; rmdir ../w; reeve exec --policy ../p.reeve -- touch ../ran
! …
? 1
$ test ! -e ../ran
