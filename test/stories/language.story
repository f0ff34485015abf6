# The tools around a policy: its form, its warnings, its own examples, what a diagnostic means.
--- policy.reeve
policy "team" version 1
exec { default ask
allow "make {test,lint}" matches "make test" misses "make"   # our own
  # reeve: allow RV503 because the container is thrown away
  allow "bash **" misses "sh x"
deny "git push **"
allow "git push -n" }
expect { deny "git push" }
--- team.cases
# what happens all day
allow  make test
deny   git push -f; ls
--- broken.reeve
policy "p" version 1
exce { allow   "a" }
---
$ reeve fmt --check
| policy.reeve
? 1
$ reeve fmt broken.reeve
! broken.reeve:2:1: error RV111: unknown word `exce`
! …
! broken.reeve was left as it is
? 3
$ cat broken.reeve
| policy "p" version 1
| exce { allow   "a" }
$ reeve fmt
! formatted policy.reeve
$ cat policy.reeve
| policy "team" version 1
| 
| exec {
|   default ask
|   allow "make {test,lint}"
|         matches "make test"
|         misses  "make" # our own
|   # reeve: allow RV503 because the container is thrown away
|   allow "bash **"
|         misses  "sh x"
|   deny  "git push **"
|   allow "git push -n"
| }
| expect { deny "git push" }
$ reeve fmt --check
$ printf 'policy "p" version 1\nexec {allow "a"}' | reeve fmt -
| policy "p" version 1
| 
| exec { allow "a" }
$ printf 'policy "p" version 1\nexec {allow "a"}' | reeve fmt --diff -
| --- <stdin>
| +++ <stdin> formatted
| @@ -1,2 +1,3 @@
|  policy "p" version 1
| -exec {allow "a"}
| \ No newline at end of file
| +
| +exec { allow "a" }
$ reeve lint
| policy.reeve:12:9: warning RV513: `git push -n` is never allowed: `git push **` is denied, and the stricter answer counts
|   12 |   allow "git push -n"
|      |         ^^^^^^^^^^^^^
| help: take the allow out, or name it with `except` on the deny
| note: policy.reeve:11:9: `git push **` stands here
| 
| ok: policy `team`, 4 rules, 1 file, 1 warning
| sha256:…
$ reeve lint --strict
| …
| 1 warning, and --strict takes warnings for errors
? 3
$ reeve lint --sarif | grep -o '"ruleId":"RV513"'
| "ruleId":"RV513"
$ reeve explain RV513
| RV513: an allow that a deny covers
| …
| wrong:
| …
| right:
| …
$ reeve check --listing
| exec default ask
|     0 allow make {test,lint}  # policy.reeve:5
|     1 allow bash **  # policy.reeve:9
|     2 deny  git push **  # policy.reeve:11
|     3 allow git push opt(-n)  # policy.reeve:12
| files default deny
| …
$ test "$(reeve check --digest)" = "sha256:$(printf '%s\n' "$(sha256sum < policy.reeve | cut -d ' ' -f 1)" | sha256sum | cut -d ' ' -f 1)"
$ reeve test --coverage
| policy.reeve: ok (1 match, 2 misses, 1 expectation, 2 cases)
| not reached: policy.reeve:9:9: allow "bash **"
| not reached: policy.reeve:12:9: allow "git push -n"
| coverage: 2 of 4 patterns are reached by an example
$ printf 'allow git push\n' > wrong.cases; reeve test wrong.cases
| …
| policy.reeve: 1 of 5 failed (1 match, 2 misses, 1 expectation, 1 case)
? 1
