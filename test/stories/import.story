# The permission files of other agent hosts become a policy that never allows more, and what was not carried is told.
--- .claude/settings.json
{
  "permissions": {
    "allow": ["Bash(npm run test:*)", "mcp__github__search"],
    "deny": ["Bash(curl *)", "Read(./.env)"]
  }
}
--- .codex/rules/default.rules
prefix_rule(pattern = ["git", ["status", "diff"]])
prefix_rule(pattern = ["git", "push"], decision = "forbidden", justification = "a person publishes")
--- .gemini/policies/rules.toml
[[rule]]
toolName = "run_shell_command"
commandPrefix = "git"
decision = "deny"
priority = 100

[[rule]]
toolName = "run_shell_command"
commandPrefix = "git status"
decision = "allow"
priority = 200
--- opencode.jsonc
{ "permission": { "bash": { "*": "ask", "git *": "allow", "git push *": "deny", }, }, } // commas at the end
---
$ reeve import claude > claude.reeve
! .claude/settings.json:3: left out: mcp__github__search: tools of servers are not part of a policy
! .claude/settings.json:3: narrowed: Bash(npm run test:*): …
! 4 carried, 1 left out, 1 narrowed, 0 widened
$ reeve fmt --check claude.reeve && reeve check claude.reeve | head -1 | cut -d, -f1
| ok: policy `imported from claude`
$ reeve explain --policy claude.reeve -- npm run test --silent | tail -1
| allow: …
$ reeve explain --policy claude.reeve --shell 'npm run test && curl http://x' | tail -1
| deny: …
$ reeve import codex --output codex.reeve
! …
! 2 carried, 0 left out, …
$ reeve explain --policy codex.reeve -- git push origin
| …
| deny: exec `git push origin`: a person publishes
? 4
$ reeve import codex --output codex.reeve
! …there is something already
! help: …
? 1
$ reeve import gemini 2> told.txt | grep 'git'
|   deny  "git **" except "git status **"
|   allow "git status **"
$ reeve import opencode --json 2> told.txt | grep -o '"kind":"[a-z]*"'
| "kind":"narrowed"
$ reeve import opencode --strict > opencode.reeve 2> told.txt
$ reeve import claude --strict > strict.reeve 2> told.txt
? 1
$ reeve import cursor
! …cannot be imported
! help: …
? 2
