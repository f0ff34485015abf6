// What the descriptions make of the words after a program's name, as a table of short notes: `o` option, `v` its value, `r`,
// `w`, `t`, … an operand with its role, `?` a word that may be an option, `!` an unknown option that may execute.
import { describe, expect, test } from 'vitest'

import { parseArguments } from '../../src/command/arguments.ts'
import type { Command } from '../../src/command/command.ts'
import type { ParsedItem } from '../../src/command/parsed.ts'
import { readCommand } from '../../src/command/read.ts'
import { describeProgram } from '../../src/programs/describe.ts'

function note(item: ParsedItem): string {
  switch (item.kind) {
    case 'option': {
      const value =
        item.value === undefined ? '' : `=${item.value.kind === 'literal' ? item.value.text : item.value.source}`
      return `${item.global ? 'global ' : ''}${item.name}${value}${item.effect === 'harmless' ? '' : `:${item.effect}`}`
    }
    case 'operand':
      return `${item.role}(${item.word.kind === 'literal' ? item.word.text : item.word.source})`
    case 'unknown':
      return `${item.executing ? '!' : 'unknown '}${item.name}`
    case 'possible':
      return `?${item.word.source}`
    default:
      return item.word.kind === 'literal' ? `[${item.word.text}]` : '[…]'
  }
}

function read(text: string): { readonly notes: string; readonly found: ReturnType<typeof parseArguments> } {
  const command: Command | undefined = readCommand(
    { kind: 'shell', text, directory: '/w' },
    { home: '/h' },
  ).commands.at(0)
  const description = command?.program.kind === 'literal' ? describeProgram(command.program.text) : undefined
  if (command === undefined || description === undefined) throw new Error(`no description for ${text}`)
  const found = parseArguments(description, command.args)
  return { notes: found.items.map(note).join(' '), found }
}

describe('arguments of described programs', () => {
  test.each([
    ['git status -s', '[status] -s'],
    ['git -C sub --no-pager status', 'global -C=sub:directory global --no-pager [status]'],
    ['git -c core.pager=x log', 'global -c=core.pager=x:execute [log]'],
    ['git --exec-path=/tmp log', 'global --exec-path=/tmp:execute [log]'],
    ['git -p status', 'global -p:execute [status]'],
    ['git log -p -20 HEAD -- src', '[log] -p -2 -0 text(HEAD) [--] text(src)'],
    ['git diff --unified=40 -- a.go', '[diff] --unified=40 [--] text(a.go)'],
    ['git diff --ext-diff --output=f', '[diff] --ext-diff:execute --output=f:write'],
    ['git diff --outp f', '[diff] --output=f:write'],
    ['git commit -am "a b"', '[commit] -a -m=a b'],
    ['git push --force origin main', '[push] --force:destroy url(origin) text(main)'],
    ['git push origin main -f', '[push] url(origin) text(main) -f:destroy'],
    ['git push --forc origin', '[push] --force:destroy url(origin)'],
    ['git clone --upload-pack=x u', '[clone] --upload-pack=x:execute url(u)'],
    ['git rebase -x "rm x" main', '[rebase] -x=rm x:execute text(main)'],
    ['git remote add o u', '[remote] [add] text(o) url(u)'],
    ['git frobnicate --x y', 'text(frobnicate) !--x text(y)'],
    ['git config --global --edit', '[config] --global !--edit'],
    ['git show "$x"', '[show] ?"$x"'],
    ['git show -- "$x"', '[show] [--] text("$x")'],
    ['git show "v$x"', '[show] text("v$x")'],
    ['git show $(git rev-parse HEAD)', '[rev-parse] text(HEAD)'],
    ['git commit -m "$x"', '[commit] -m="$x"'],
    ['git commit -m $x', '[commit] -m=$x ?$x'],
    ['git "$x" y', '?"$x" text(y)'],
    ['rm -rf a b', '-r:destroy -f:destroy write(a) write(b)'],
    ['rm a -rf', 'write(a) -r:destroy -f:destroy'],
    ['rm --recu -- -x', '--recursive:destroy [--] write(-x)'],
    ['rm --one-file-system x -q', '--one-file-system write(x) unknown -q'],
    ['cp -r a b c', '-r read(a) read(b) write(c)'],
    ['cp -t d a b', '-t=d:write read(a) read(b)'],
    ['mv a b', 'write(a) write(b)'],
    ['ln -s / root', '-s write(/) write(root)'],
    ['sort -oout f', '-o=out:write read(f)'],
    ['sort --compress-program=sh f', '--compress-program=sh:execute read(f)'],
    ['sort -nro out', '-n -r -o=out:write'],
    ['grep -e x secrets', '-e=x read(secrets)'],
    ['grep -rn x src', '-r -n text(x) read(src)'],
    ['grep x "$f"', 'text(x) ?"$f"'],
    ['grep x src/*.c', 'text(x) read(src/*.c)'],
    ['rg --pre sh needle', '--pre=sh:execute text(needle)'],
    ['sed -n 1,10p f', '-n text(1,10p) read(f)'],
    ['sed s/a/b/ f', 'text(s/a/b/) read(f)'],
    ["sed 's/x/id/e' f", 'code(s/x/id/e) read(f)'],
    ["sed 's/x/y/w out' f", 'code(s/x/y/w out) read(f)'],
    ['sed -ni s/a/b/p f', '-n -i:write text(s/a/b/p) write(f)'],
    ['sed -i.bak -e s/a/b/ f', '-i=.bak:write -e=s/a/b/ write(f)'],
    ["sed -e 'e id' f", '-e=e id:execute read(f)'],
    ["awk '{print $1}' f", 'text({print $1}) read(f)'],
    ['awk \'{print > "x"}\' f', 'code({print > "x"}) read(f)'],
    ['awk \'BEGIN{system("id")}\'', 'code(BEGIN{system("id")})'],
    ['find . -name x -delete', 'write(.) -name=x -delete:destroy'],
    ['find . -name *', 'read(.) -name=* ?*'],
    ['find . -exec rm {} \\; -print', 'read(.) -exec:execute -print'],
    ['find . -fprintf o f', 'read(.) !-fprintf read(o) read(f)'],
    ['tar xzf a.tgz -C d', '-x:write -z -f=a.tgz:read -C=d:directory'],
    ['tar -czf a.tgz src', '-c -z -f=a.tgz:write read(src)'],
    ['tar tf a.tar --to-command=sh', '-t -f=a.tar:read --to-command=sh:execute'],
    ['tar --checkpoint-action=exec=sh -cf a b', '--checkpoint-action=exec=sh:execute -c -f=a:write read(b)'],
    ['curl -o f http://h/', '-o=f:write url(http://h/)'],
    ['curl -sSLO http://h/x', '-s -S -L -O:write url(http://h/x)'],
    ['npm --prefix x run lint -- --fix', 'global --prefix=x:directory [run] text(lint) [--] text(--fix)'],
    ['npm install -D --script-shell=x y', '[install] -D --script-shell=x:execute text(y)'],
    ['python3 build.py -c x', 'command(build.py) command(-c) command(x)'],
    ['python3 -c "import os"', '-c=import os:execute'],
    ['node --test --require ./x a.js', '--test --require=./x:execute command(a.js)'],
    ['docker --host tcp://h ps', 'global --host=tcp://h:network [ps]'],
    ['timeout -k 1 5 rm x', '-k=1 text(5) command(rm) command(x)'],
    ['chmod +x f', 'text(+x) write(f)'],
    ['tee -a log', '-a write(log)'],
    ['history -a f', '-a:write text(f)'],
    ['base64 -oout f', '-o=out:write read(f)'],
  ])('%s', (text, expected) => {
    expect(read(text).notes).toBe(expected)
  })

  test('a subcommand that is not described may be anything', () => {
    expect(read('git frobnicate').found.unknownSubcommand).toBe(true)
    expect(read('git status').found.unknownSubcommand).toBe(false)
  })

  test('a command that only looks is known as such', () => {
    expect(read('git log').found.readOnly).toBe(true)
    expect(read('git commit').found.readOnly).toBe(false)
    expect(read('grep x f').found.readOnly).toBe(true)
  })
})
