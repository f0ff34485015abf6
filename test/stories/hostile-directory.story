# Reeve started in a hostile directory runs none of it.
--- .env
HOME=/nowhere
XDG_STATE_HOME=/nowhere
--- bunfig.toml
preload = ["./evil.js"]
--- evil.js
require('node:fs').writeFileSync('owned', '')
--- package.json
{ "name": "reeve", "type": "module", "main": "evil.js", "scripts": { "preinstall": "touch owned" } }
--- node_modules/chevrotain/index.js
require('node:fs').writeFileSync('owned', '')
--- node_modules/cmd-ts/index.js
require('node:fs').writeFileSync('owned', '')
--- node_modules/unbash/index.js
require('node:fs').writeFileSync('owned', '')
--- deno.json
{ "imports": { "chevrotain": "./evil.js" } }
---
$ ln -s /dev/zero policy.reeve
$ timeout 20 reeve check
| policy.reeve: error RV402: `…policy.reeve` is no regular file
| …
? 3
$ timeout 20 reeve exec -- touch owned
! …
? 3
$ rm policy.reeve; mkfifo policy.reeve; timeout 20 reeve check
| policy.reeve: error RV402: `…policy.reeve` is no regular file
| …
? 3
$ rm policy.reeve; timeout 20 reeve explain --shell 'git status; ./evil.js'
| …
? 5
$ test ! -e owned
