# Two exports of one state are the same bytes; a proof names what ran, and the text of others cannot act in it.
--- policy.reeve
policy "p" version 1
exec { default ask  allow "sh check.sh" }
criterion total required "The sum | is <b>right</b> [x](javascript:y)" {
  verify command "sh check.sh"
  scope "data.csv", "check.sh"
}
--- data.csv
1
2
--- check.sh
printf '\033[31mred\033[0m password=hunter2hunter2\n'; test "$(wc -l < data.csv)" -eq 2
---
$ reeve prove --policy policy.reeve
| verified  total…
| …
$ export SOURCE_DATE_EPOCH=1767225600; reeve export --policy policy.reeve --format json > ../one.json; reeve export --policy policy.reeve --format json > ../two.json; cmp ../one.json ../two.json
$ unset SOURCE_DATE_EPOCH; reeve export --policy policy.reeve --format json > ../three.json; diff ../one.json ../three.json | grep -c '^[<>]' | tr -d ' '; diff ../one.json ../three.json | grep '^>'
| 2
| >   "generatedAt": "…",
$ grep -o '^  "[a-zA-Z]*"' ../one.json | head -7 | tr -d ' "' | tr '\n' ' '
| schema sessionId generatedAt summary criteria evidence divergences 
$ grep -c hunter2hunter2 ../one.json
| 0
? 1
$ grep -c "$(printf '\033')" ../one.json
| 0
? 1
$ reeve export --policy policy.reeve --format md --out ../proof.md && grep -c '<b>' ../proof.md
| 0
? 1
$ reeve export --policy policy.reeve --format md | grep '^| 1 '
| | 1 | `total` | yes | verified (passed) | The sum \| is &lt;b&gt;right&lt;/b&gt; \[x\](javascript:y) | `command sh check.sh` | … |
