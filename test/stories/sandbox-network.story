# needs bwrap
# The only way out of a sandbox leads through a proxy that judges each name and each address; what it refuses is told and recorded.
--- policy.reeve
policy "n" version 1
exec { default allow }
network { allow "localhost:18765" }
sandbox require
--- server.mjs
import { createServer } from 'node:http'
createServer((request, response) => response.end(`${request.url} ${request.headers.host}\n`)).listen(18765, '127.0.0.1')
setTimeout(() => process.exit(), 60000)
--- ask.sh
# Bash speaks to the proxy by itself, so that no program is needed.
ask() {
  exec 3<>/dev/tcp/127.0.0.1/3128
  printf 'GET %s HTTP/1.1\r\nHost: elsewhere\r\n\r\n' "$1" >&3
  tail -n 1 <&3
}
ask http://localhost:18765/page
ask http://127.0.0.1:18765/
ask http://example.com/
exec 4<>/dev/tcp/127.0.0.1/18765
---
$ node server.mjs & sleep 1; reeve exec --policy policy.reeve -- bash ask.sh; code=$?; kill %1; exit $code
| /page localhost:18765
| reeve: 127.0.0.1:18765 refused: no rule matches, and the default is deny
| reeve: example.com:80 refused: no rule matches, and the default is deny
! …
! …Connection refused
! …
! reeve: not reached: 127.0.0.1:18765: no rule matches, and the default is deny
! reeve: not reached: example.com:80: no rule matches, and the default is deny
? 1
$ reeve log --json --kind end | grep -o '"refused":.*' | cut -d, -f1
| "refused":["127.0.0.1:18765: no rule matches
$ reeve log --json --kind start | grep -o '"sandbox":"[a-z]*"'
| "sandbox":"full"
