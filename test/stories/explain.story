# What the policy answers, before anything runs: the strictest answer over every command of a line.
--- policy.reeve
policy "p" version 1
exec {
  default ask
  allow "ls **", "git status **"
  deny "git push {-f,--force} **" because "history is shared" instead "git push --force-with-lease"
}
---
$ reeve explain --policy policy.reeve -- ls -la
| allow exec ls -la
|         policy.reeve:4  allow "ls **", "git status **"
| allow: exec `ls -la`: policy.reeve:4 allows it
# What nearly matched is told with the word that differed, and where a text cannot be read with a caret.
$ reeve explain --policy policy.reeve -- git stash
| ask   exec git stash
|         no rule matches, and the default is ask
|         nearly: policy.reeve:4  allow "git status **": `stash` stands where the pattern says `status`
|         nearly: policy.reeve:5  deny "git push {-f,--force} **": `stash` stands where the pattern says `push`
| ask: exec `git stash`: no rule matches, and the default is ask
? 5
$ reeve explain --policy policy.reeve --shell 'ls "a'
| …
|   | ls "a
|   |    ^ the shell text is not whole: unterminated double quote
| ask: it cannot be read: …
| …
? 5
$ reeve explain --policy policy.reeve -- make
| ask …
| …
| ask: exec `make`: no rule matches, and the default is ask
? 5
$ reeve explain --policy policy.reeve --shell 'ls && git -C sub push origin main -f'
| …
| deny: exec `git -C sub push origin main -f`: history is shared
| …
? 4
$ reeve explain --policy policy.reeve --shell 'ls; "$(cat x)"'
| …
? 5
$ reeve explain --policy policy.reeve --shell 'ls >> policy.reeve'
| …
? 4
$ reeve explain --policy policy.reeve --json -- git push -f
| {"decision":"deny","readable":true,"reason":"…history is shared","effects":[{"kind":"exec","argv":["git","push","-f"],"decision":"deny","rule":{"file":"policy.reeve","line":5,"text":"…","because":"history is shared"}}],"instead":"git push --force-with-lease"}
? 4
$ printf '%s\n' '{"shell":"ls"}' '{"argv":["git","push","-f"]}' '{"argv":["make"],"cwd":"sub"}' | reeve explain --policy policy.reeve --jsonl | grep -o '^{"decision":"[a-z]*"'
| {"decision":"allow"
| {"decision":"deny"
| {"decision":"ask"
$ reeve explain --policy policy.reeve -- sh -c 'ls; rm -rf x'
| allow exec sh -c ls; rm -rf x
| …
| allow exec ls  (inside sh -c)
| …
| ask …exec rm -rf x  (inside sh -c)
| …
? 5
$ reeve explain --policy policy.reeve -- sh -c 'ls; rm -rf /'
| …
? 4
# Nothing of all this was run or recorded.
$ reeve log
! …there is no ledger…
! help: …
? 1
# A line that asks nothing is answered with a deny and its reason, and the next one is read.
$ printf '%s\n' 'nonsense' '[]' '{"argv":"ls"}' '{"argv":[]}' '{"shell":"ls","argv":["ls"]}' '{"shell":"ls","cwd":7}' '' '{"shell":"ls \"unclosed"}' '{"shell":"ls"}' | reeve explain --policy policy.reeve --jsonl | cut -d, -f1-3
| {"decision":"deny","readable":false,"reason":"the line is not JSON"
| {"decision":"deny","readable":false,"reason":"the line is no JSON object"
| {"decision":"deny","readable":false,"reason":"`argv` is no list of at least one text"
| {"decision":"deny","readable":false,"reason":"`argv` is no list of at least one text"
| {"decision":"deny","readable":false,"reason":"a line has `shell` as text
| {"decision":"deny","readable":false,"reason":"`cwd` is no text"
| {"decision":"ask","readable":false,"reason":"it cannot be read: …
| {"decision":"allow","readable":true,"reason":"exec `ls`: policy.reeve:4 allows it"
$ echo '{"shell":"ls"}' | reeve explain --policy policy.reeve --jsonl > ../answer.txt
$ echo '{"shell":"make"}' | reeve explain --policy policy.reeve --jsonl > ../answer.txt
? 5
$ printf '%s\n' '{"shell":"make"}' 'nonsense' | reeve explain --policy policy.reeve --jsonl > ../answer.txt
? 4
