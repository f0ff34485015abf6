# A run: what is refused is told with its reason, and a completion is refused with what is missing and how to supply it.
--- policy.reeve
policy "r" version 1
exec {
  default deny
  allow "sh check.sh"
  deny "git push {-f,--force} **" because "history is shared" instead "git push --force-with-lease"
}
files { allow write "data.txt" }
criterion total required "The total is 3" { verify command "sh check.sh"  scope "data.txt", "check.sh" }
--- data.txt
1
1
--- check.sh
test "$(awk '{ sum += $1 } END { print sum }' data.txt)" = 3
--- eager.jsonl
{"kind":"run","schema":"reeve.transcript.v1","task":"make the total 3","model":"test"}
{"kind":"assistant","text":"","calls":[{"name":"run_process","arguments":{"command":"git","args":["push","-f"]}}]}
{"kind":"assistant","text":"","calls":[{"name":"update_goal","arguments":{"status":"complete","summary":"done"}}]}
{"kind":"assistant","text":"","calls":[{"name":"edit_file","arguments":{"path":"policy.reeve","oldText":"deny","newText":"allow"}}]}
{"kind":"assistant","text":"","calls":[{"name":"edit_file","arguments":{"path":"data.txt","oldText":"1\n1\n","newText":"1\n2\n"}},{"name":"run_process","arguments":{"command":"sh","args":["check.sh"]}}]}
{"kind":"assistant","text":"","calls":[{"name":"update_goal","arguments":{"status":"complete","summary":"done"}}]}
---
$ reeve run --policy policy.reeve --replay eager.jsonl --read-only --json | tail -1 | cut -c 1-60
| {"type":"proof_ledger","schema":"proof/v1","exitCode":11,"le
$ cat data.txt; reeve log --kind start; reeve sessions close
| 1
| 1
| closed …
$ reeve run --policy policy.reeve --replay eager.jsonl > ../verdict.txt
! …
! ▸ git push -f
!   refused: exec `git push -f`: history is shared; instead: git push --force-with-lease
! ▸ update_goal complete
!   Not complete: words are no evidence. What is missing:
!   - total (required): The total is 3 [not_checked: no evidence yet] to prove it: run_process {"command":"sh","args":["check.sh"]}, with exit 0
! ▸ edit_file policy.reeve
!   refused: write `policy.reeve`: the place is protected: nothing the agent does may write it
! ▸ edit_file data.txt
!   changed data.txt: 4 bytes, sha256 …
! ▸ sh check.sh
!   exit 0
!   evidence for total: passed, exited 0
! ▸ update_goal complete
!   the goal is complete
! reeve: the agent says that it is done, and the evidence does not object
! reeve: the transcript is …
$ cat ../verdict.txt
| 
| verified: the required criterion is verified on the workspace as it is now
| …
# The transcript of a run plays again; where the answers differ from the recorded ones, it says so.
$ reeve sessions close; printf '1\n1\n' > data.txt; reeve run --policy policy.reeve --replay eager.jsonl --record ../again.jsonl > ../verdict.txt 2> ../talk.txt; grep -c 'replay differs' ../talk.txt
| closed …
| 0
? 1
$ reeve sessions close; reeve run --policy policy.reeve --replay ../again.jsonl > ../verdict.txt 2> ../talk.txt; grep -c 'replay differs' ../talk.txt | grep -vx 0 > ../differences.txt
| closed …
# Criteria of the command line are the person's; the verdict waits for them too.
$ reeve sessions close; reeve run --policy policy.reeve --replay eager.jsonl --criterion "A tag is there" --verify "test -e tag" > ../verdict.txt 2>&1
| closed …
? 11
$ grep -c 'A tag is there' ../verdict.txt | grep -vx 0 > /dev/null
# What is no transcript is refused, and nothing runs.
$ echo '{"kind":"run"' > broken.jsonl; reeve run --policy policy.reeve --replay broken.jsonl
! reeve: …broken.jsonl…
! help: …
? 2
$ reeve run --policy policy.reeve --replay nowhere.jsonl
! reeve: cannot read nowhere.jsonl
! help: …
? 1
$ reeve run --policy policy.reeve
! reeve: there is no task
! help: …
? 2
