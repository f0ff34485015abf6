// What rules, laws and defaults answer to commands, in a made-up world.
import { describe, expect, it } from 'vitest'

import { decideFile } from '../../src/rules/decide.ts'
import { answer, judge, worldLike } from './judge.ts'
import { authorityOf, openFiles, openReads } from './policies.ts'

const free = { files: openFiles, networkDefault: 'allow' } as const

describe('rules and their order', () => {
  it('a deny wins over any number of allows, whatever the order', () => {
    const rules = ['allow git **', 'deny git push **', 'allow git push origin', 'ask git push **']
    expect(answer({ exec: rules }, 'git push origin')).toBe('deny')
    expect(answer({ exec: [...rules].reverse() }, 'git push origin')).toBe('deny')
  })

  it('an ask wins over an allow, and the default stands where no rule matches', () => {
    expect(answer({ exec: ['allow make **', 'ask make deploy'] }, 'make deploy')).toBe('ask')
    expect(answer({ exec: ['allow make **'], default: 'deny' }, 'gmake')).toBe('deny')
    expect(answer({ exec: [], default: 'allow' }, 'make')).toBe('allow')
  })

  it('a pattern without a tail is exact', () => {
    expect(answer({ exec: ['allow yarn'] }, 'yarn')).toBe('allow')
    expect(answer({ exec: ['allow yarn'] }, 'yarn test')).toBe('ask')
    expect(answer({ exec: ['allow yarn **'] }, 'yarn')).toBe('allow')
  })

  it('one star is one argument, and never two', () => {
    expect(answer({ exec: ['allow make *'] }, 'make a')).toBe('allow')
    expect(answer({ exec: ['allow make *'] }, 'make a b')).toBe('ask')
    expect(answer({ exec: ['allow make *'] }, 'make')).toBe('ask')
  })

  it('every effect is kept, with every rule that matched', () => {
    const decision = judge({ ...free, exec: ['allow git **', 'deny git push **'] }, 'git status && git push')
    expect(decision.effects.map((effect) => [effect.kind, effect.answer, effect.matched.length])).toEqual([
      ['exec', 'allow', 1],
      ['exec', 'deny', 2],
    ])
    expect(decision.effects[1]?.rule).toMatchObject({ file: 'test.reeve', line: 2, text: 'deny git push **' })
  })
})

describe('options', () => {
  it('an option in a deny matches at any position, in a cluster, abbreviated, and after global options', () => {
    const policy = { ...free, exec: ['allow git **', 'deny git push {-f,--force} **'] }
    for (const text of [
      'git push -f',
      'git push origin main -f',
      'git push -qf origin',
      'git push --force origin',
      'git push --forc origin',
      'git --no-pager push -f',
      'git -C pkg push origin --force',
      "g'i't push -- -f --force; git push -f",
    ]) {
      expect(answer(policy, text), text).toBe('deny')
    }
    expect(answer(policy, 'git push origin main')).toBe('allow')
    expect(answer(policy, 'git push origin -- -f')).toBe('allow')
  })

  it('a star in an allow never covers an option that executes or writes; written out it is allowed', () => {
    const policy = { ...free, exec: ['allow sort **'] }
    expect(answer(policy, 'sort -n f')).toBe('allow')
    expect(answer(policy, 'sort -o out f')).toBe('ask')
    expect(answer(policy, 'sort -noout f')).toBe('ask')
    expect(answer(policy, 'sort --compress-program=sh f')).toBe('ask')
    expect(answer(policy, 'sort --compress-p=sh f')).toBe('ask')
    expect(answer({ ...free, exec: ['allow sort -o* **'] }, 'sort -oout f')).toBe('allow')
    expect(answer({ ...free, exec: ['allow sort -* **'] }, 'sort -oout f')).toBe('ask')
    expect(answer({ ...free, exec: ['allow sort -o * **'] }, 'sort -o out f')).toBe('allow')
  })

  it('an allow takes the written order, once harmless globals are left out', () => {
    const policy = { ...free, exec: ['allow git status **'] }
    expect(answer(policy, 'git --no-pager status -s')).toBe('allow')
    expect(answer(policy, 'git -C pkg status')).toBe('allow')
    expect(answer(policy, 'git -c core.pager=x status')).toBe('ask')
    expect(answer(policy, 'git -p status')).toBe('ask')
    expect(answer(policy, 'git -C /elsewhere status')).toBe('ask')
    expect(answer({ ...free, exec: ['allow git -C /elsewhere status'] }, 'git -C /elsewhere status')).toBe('allow')
  })

  it('an unknown subcommand may be an alias, so it must be written out', () => {
    expect(answer({ ...free, exec: ['allow git **'] }, 'git frobnicate')).toBe('ask')
    expect(answer({ ...free, exec: ['allow git frobnicate **'] }, 'git frobnicate x')).toBe('allow')
  })
})

describe('global options', () => {
  it('a deny without a tail is met whatever global options stand before the subcommand', () => {
    const policy = { ...free, default: 'allow' as const, exec: ['deny git push', 'deny git push origin'] }
    for (const text of [
      'git push',
      'git -C . push',
      'git -C sub push origin',
      'git -c a=b push',
      'git --no-pager push',
    ])
      expect(answer(policy, text), text).toBe('deny')
    expect(answer(policy, 'git push -n')).toBe('allow')
  })
})

describe('words that are known only at run time', () => {
  it('a deny matches if it could, an allow only if it must', () => {
    const policy = { ...free, exec: ['allow git **', 'deny git push --force **'] }
    expect(answer(policy, 'git push $x')).toBe('deny')
    expect(answer(policy, 'git $x')).toBe('deny')
    expect(answer(policy, 'git push -- $x')).toBe('allow')
    expect(answer(policy, 'git log "$x"')).toBe('ask')
    expect(answer(policy, 'git log -- "$x"')).toBe('allow')
    expect(answer(policy, 'git log "main$x"')).toBe('allow')
    expect(answer(policy, 'git commit -m "$x"')).toBe('allow')
    expect(answer(policy, 'git commit -m $x')).toBe('ask')
  })

  it('a described option’s value is no candidate for an option', () => {
    const policy = { ...free, exec: ['allow git commit **', 'deny git commit --no-verify **'] }
    expect(answer(policy, 'git commit -m "$message"')).toBe('allow')
    expect(answer(policy, 'git commit "$message"')).toBe('deny')
  })

  it('a dynamic program matches no allow and no deny by name: a person must look', () => {
    const decision = judge({ ...free, exec: ['allow ** **', 'deny rm **'], default: 'allow' }, '"$x" -rf data')
    expect(decision.answer).toBe('ask')
    expect(decision.answerable).toBe(false)
  })

  it('a program without a description takes no dynamic word that may be an option', () => {
    expect(answer({ ...free, exec: ['allow frob **'] }, 'frob "$x"')).toBe('ask')
    expect(answer({ ...free, exec: ['allow frob **'] }, 'frob "a$x"')).toBe('allow')
    expect(answer({ ...free, exec: ['allow frob **'] }, 'frob -- "$x"')).toBe('allow')
  })

  it('a path that is not known could be a denied one', () => {
    const policy = { exec: ['allow cat **'], files: [...openReads, 'deny read **/.env*'] }
    expect(answer(policy, 'cat -- "$x"')).toBe('deny')
    expect(answer(policy, 'cat src/*.ts')).toBe('allow')
    expect(answer(policy, 'cat *')).toBe('allow')
    expect(answer(policy, 'cat .*')).toBe('deny')
  })
})

describe('exceptions and directories', () => {
  const careful = ['allow rm -rf ** except rm -rf ** {/**,~**,.,./,..,../**} ** in build/**']

  it('an exception of an allow matches if it could', () => {
    const policy = { ...free, exec: careful }
    expect(answer(policy, 'rm -rf out', worldLike(), '/w/build/x')).toBe('allow')
    expect(answer(policy, 'rm -rf out', worldLike(), '/w/build')).toBe('allow')
    expect(answer(policy, 'rm -rf x /opt/x', worldLike(), '/w/build')).toBe('ask')
    expect(answer(policy, 'rm -rf ../x', worldLike(), '/w/build')).toBe('ask')
    expect(answer(policy, 'rm -rf ~/x', worldLike(), '/w/build')).toBe('ask')
    expect(answer(policy, 'rm -rf out', worldLike(), '/w')).toBe('ask')
    expect(answer(policy, 'rm -rf "$x"', worldLike(), '/w/build')).toBe('ask')
  })

  it('an exception of a deny matches only if it must', () => {
    const policy = { ...free, exec: ['allow aws **', 'deny aws ** except aws s3 ls **'] }
    expect(answer(policy, 'aws s3 ls x')).toBe('allow')
    expect(answer(policy, 'aws s3 "$x"')).toBe('deny')
    expect(answer(policy, 'aws ec2 ls')).toBe('deny')
  })

  it('a directory that is not known matches a deny and no allow', () => {
    const rules = ['allow make ** in build/**', 'deny npm ** in build/**', 'allow npm **']
    expect(answer({ ...free, exec: rules }, 'cd "$x" && make')).toBe('ask')
    expect(answer({ ...free, exec: rules }, 'cd "$x" && npm test')).toBe('deny')
    expect(answer({ ...free, exec: rules }, 'npm test')).toBe('allow')
  })
})

describe('which program it is', () => {
  const world = worldLike({
    links: { '/usr/bin/awk': '/etc/alternatives/awk', '/etc/alternatives/awk': '/usr/bin/mawk', '/w/x': '/usr/bin/rm' },
    programs: { tool: '/w/bin/tool' },
  })

  it('a deny by name means every name: a path, a link, a wrapper', () => {
    const policy = { ...free, exec: ['allow ** **', 'deny rm **', 'deny mawk **'], default: 'allow' } as const
    for (const text of [
      '/bin/rm x',
      './rm x',
      './x y',
      'awk 1',
      'env rm x',
      'timeout 5 rm x',
      "bash -c 'rm x'",
      'echo "$(rm x)"',
      'xargs rm',
    ]) {
      expect(answer(policy, text, world), text).toBe('deny')
    }
  })

  it('an allow by name means the file that the trusted path finds', () => {
    const policy = { ...free, exec: ['allow git status', 'allow tool'] }
    expect(answer(policy, '/usr/bin/git status')).toBe('allow')
    expect(answer(policy, './git status')).toBe('ask')
    expect(answer(policy, '/tmp/git status')).toBe('ask')
    expect(answer(policy, '/opt/git status')).toBe('ask')
    expect(answer(policy, 'tool', world)).toBe('ask')
  })

  it('a path in a rule names that file', () => {
    const policy = { ...free, exec: ['allow ./check.sh **', 'allow /opt/tool'] }
    expect(answer(policy, './check.sh -v')).toBe('allow')
    expect(answer(policy, 'sub/../check.sh')).toBe('allow')
    expect(answer(policy, './check.sh', worldLike(), '/w/sub')).toBe('ask')
    expect(answer(policy, '/opt/tool')).toBe('allow')
    expect(answer(policy, 'tool')).toBe('ask')
  })
})

describe('wrappers', () => {
  it('a wrapper that only starts others needs no rule; what it starts does', () => {
    const policy = { ...free, exec: ['allow npm test'] }
    for (const text of [
      'timeout 60 npm test',
      'nice npm test',
      'env npm test',
      "bash -c 'npm test'",
      'time npm test',
    ]) {
      expect(answer(policy, text), text).toBe('allow')
    }
    expect(answer(policy, "bash -c 'npm publish'")).toBe('ask')
    expect(answer(policy, './bash -c "npm test"')).toBe('ask')
  })

  it('a wrapper that changes who or where is never transparent', () => {
    const policy = { ...free, exec: ['allow npm test'] }
    expect(answer(policy, 'sudo npm test')).toBe('ask')
    expect(answer(policy, 'ssh host npm test')).toBe('ask')
    expect(answer({ ...free, exec: ['allow sudo npm test'] }, 'sudo npm test')).toBe('allow')
  })

  it('allowing the wrapper does not allow what it runs, unless the rule writes it out', () => {
    expect(answer({ ...free, exec: ['allow env **'] }, 'env bash -lc id')).toBe('ask')
    expect(answer({ ...free, exec: ['allow xargs **'] }, 'xargs id')).toBe('ask')
    expect(answer({ ...free, exec: ['allow xargs grep **'] }, 'xargs grep x')).toBe('allow')
    expect(answer({ ...free, exec: ['allow xargs find **'] }, 'xargs find src -delete')).toBe('ask')
    expect(answer({ ...free, exec: ['allow bash -c *'] }, "bash -c 'id'")).toBe('ask')
  })
})

describe('files', () => {
  it('redirections and described operands are judged like the files they name', () => {
    const policy = {
      exec: ['allow echo **', 'allow cat **', 'allow rm **'],
      files: [...openReads, 'allow write out/**', 'deny write out/keep'],
    }
    expect(answer(policy, 'echo x > out/a')).toBe('allow')
    expect(answer(policy, 'echo x > a')).toBe('ask')
    expect(answer(policy, 'echo x > out/keep')).toBe('deny')
    expect(answer(policy, 'echo x > out/../a')).toBe('ask')
    expect(answer(policy, 'echo x > /dev/null 2>&1')).toBe('allow')
    expect(answer(policy, 'rm out/a')).toBe('allow')
    expect(answer(policy, 'rm out/keep')).toBe('deny')
    expect(answer(policy, 'cd out && echo x > a')).toBe('allow')
  })

  it('a link and what it leads to are both judged', () => {
    const world = worldLike({ links: { '/w/key': '/home/u/.ssh/id', '/w/out': '/etc' } })
    const policy = {
      exec: ['allow cat **', 'allow echo **'],
      files: ['allow read **', 'deny read ~/.ssh/', 'allow write **'],
    }
    expect(answer(policy, 'cat key', world)).toBe('deny')
    expect(answer(policy, 'echo x > out/f', world)).toBe('ask')
  })

  it('removing a directory removes what lies in it', () => {
    const policy = { exec: ['allow rm -rf **', 'allow mv **'], files: ['allow write **', 'deny write data/keep/**'] }
    expect(answer(policy, 'rm -rf data')).toBe('deny')
    expect(answer(policy, 'rm -rf build')).toBe('allow')
    expect(answer(policy, 'mv data other')).toBe('deny')
    expect(answer({ ...policy, files: ['allow write **', 'deny write **/.env'] }, 'rm -rf build')).toBe('allow')
    expect(answer({ ...policy, files: ['allow write **', 'deny write build/**'] }, 'rm -rf build')).toBe('deny')
    expect(answer({ ...policy, files: ['allow write **', 'deny write build/k*'] }, 'rm -rf build')).toBe('deny')
  })

  it('a path that the command’s rule writes out needs no rule of its own, where the default is ask', () => {
    const exec = ['allow rm -f build/*']
    expect(answer({ exec, files: openReads }, 'rm -f build/a.o')).toBe('allow')
    expect(answer({ exec, files: openReads, filesDefault: 'deny' }, 'rm -f build/a.o')).toBe('deny')
    expect(answer({ exec, files: [...openReads, 'ask write build/**'] }, 'rm -f build/a.o')).toBe('ask')
    expect(answer({ exec, files: openReads }, 'rm -f build/../../etc/x')).toBe('ask')
    expect(answer({ exec, files: openReads }, 'rm -f build/x', worldLike({ links: { '/w/build': '/etc' } }))).toBe(
      'ask',
    )
    expect(answer({ exec: ['allow rm -f *'], files: openReads }, 'rm -f a.o')).toBe('ask')
    expect(answer({ exec: ['allow rm -f *.o'], files: openReads }, 'rm -f /etc/a.o')).toBe('ask')
  })

  it('file tools are judged by the same rules', () => {
    const authority = authorityOf({ files: ['allow read **', 'deny read **/.env*', 'allow write src/**'] })
    const world = worldLike({ links: { '/w/src/out': '/etc' } })
    expect(decideFile(authority, 'read', '/w/a', world).answer).toBe('allow')
    expect(decideFile(authority, 'read', '/w/sub/.env.local', world).answer).toBe('deny')
    expect(decideFile(authority, 'read', '/etc/passwd', world).answer).toBe('ask')
    expect(decideFile(authority, 'write', '/w/src/a', world).answer).toBe('allow')
    expect(decideFile(authority, 'write', '/w/src/out/a', world).answer).toBe('ask')
    expect(decideFile(authority, 'write', '/w/policy.reeve', world).answer).toBe('deny')
  })
})

describe('laws that no policy changes', () => {
  const all = {
    exec: [],
    default: 'allow',
    files: ['allow read /**', 'allow write /**'],
    networkDefault: 'allow',
  } as const

  it('protected places are never written, by no way', () => {
    for (const text of [
      'echo x > .git/hooks/pre-commit',
      'echo x > policy.reeve',
      'cp a .git/config',
      'ln -s a .claude/settings.json',
      'mv a ~/.bashrc',
      'tee .vscode/tasks.json',
      'rm -rf .git',
      'rm -rf ~/.config/reeve',
      'mv /w /x',
      'sed -i s/a/b/ policy.reeve',
      'touch sub/policy.reeve',
    ]) {
      expect(answer(all, text), text).toBe('deny')
    }
    expect(answer(all, 'echo x > .gitignore')).toBe('allow')
    expect(answer(all, 'git commit -m x')).toBe('allow')
  })

  it('a place that could be a protected one is for a person', () => {
    const rm = { ...all, exec: ['allow rm **'] }
    expect(answer(rm, 'rm *')).toBe('ask')
    expect(answer(rm, 'rm p*.reeve')).toBe('ask')
    expect(answer(rm, 'rm *.o')).toBe('allow')
    expect(answer(rm, 'rm src/*.ts')).toBe('allow')
    expect(judge(all, 'echo x > "$f"')).toMatchObject({ answer: 'ask', answerable: false })
  })

  it('a person’s verbs are denied under any name of the binary', () => {
    for (const text of [
      'reeve trust',
      '/opt/bin/reeve attest tests',
      './me waive x',
      'env reeve keys',
      'reeve "$x"',
      'reeve report add x',
      'reeve report run x',
      'reeve report "$verb" x',
      'reeve sessions close',
      "bash -c 'reeve goal set x'",
      'node dist/reeve.mjs criteria add x',
    ]) {
      expect(answer(all, text, worldLike({ links: { '/w/me': '/opt/bin/reeve' } })), text).toBe('deny')
    }
    for (const text of ['reeve status', 'reeve explain -- trust', 'echo reeve trust'])
      expect(answer(all, text), text).toBe('allow')
  })

  it('git in a repository that chooses what it runs is for a person', () => {
    const world = worldLike({ hazards: ['/w/vendor'] })
    expect(answer(all, 'git -C vendor status', world)).toBe('ask')
    expect(answer(all, 'cd vendor && git status', world)).toBe('ask')
    expect(answer(all, 'git status', world)).toBe('allow')
    expect(judge(all, 'git -C vendor status', world).answerable).toBe(false)
  })

  it('what cannot be read is never allowed, and denies still count', () => {
    const decision = judge({ ...all, exec: ['deny curl **'] }, 'ls $((a[1]))')
    expect([decision.answer, decision.readable, decision.answerable]).toEqual(['ask', false, false])
    expect(answer({ ...all, exec: ['deny curl **'] }, 'curl x; ls $((a[1]))')).toBe('deny')
  })
})

describe('environment, directories and hosts', () => {
  it('an assignment needs to be listed, and what chooses programs is never implicit', () => {
    expect(answer({ ...free, exec: ['allow make'] }, 'CI=1 make')).toBe('ask')
    expect(answer({ ...free, exec: ['allow make'], assign: ['CI'] }, 'CI=1 make')).toBe('allow')
    expect(answer({ ...free, default: 'allow' }, 'CI=1 make')).toBe('allow')
    expect(answer({ ...free, default: 'allow' }, 'LD_PRELOAD=x make')).toBe('ask')
    expect(answer({ ...free, default: 'allow' }, 'GIT_SSH_COMMAND=x git fetch')).toBe('ask')
    expect(answer({ ...free, default: 'allow', assign: ['PATH'] }, 'PATH=./bin git status')).toBe('ask')
    expect(answer({ ...free, exec: ['deny rm **'] }, 'A=b rm x')).toBe('deny')
  })

  it('a move inside the workspace is free, outside it is judged', () => {
    const policy = { ...free, exec: ['allow make'] }
    expect(answer(policy, 'cd sub && make')).toBe('allow')
    expect(answer(policy, 'cd /etc && make')).toBe('ask')
    expect(answer(policy, 'cd out && make', worldLike({ links: { '/w/out': '/etc' } }))).toBe('ask')
    expect(answer({ ...free, exec: ['allow make', 'allow cd **'] }, 'cd /etc && make')).toBe('allow')
    expect(answer({ ...free, exec: ['allow make', 'deny cd **'] }, 'cd sub && make')).toBe('deny')
    expect(answer(policy, 'make', worldLike(), '/etc')).toBe('ask')
  })

  it('hosts are judged by network rules, and a denied address reaches every name that no rule writes out', () => {
    const exec = ['allow curl **']
    expect(
      answer(
        { exec, network: ['allow registry.internal'], networkDefault: 'deny' },
        'curl https://registry.internal/x',
      ),
    ).toBe('allow')
    expect(answer({ exec, network: ['allow registry.internal'], networkDefault: 'deny' }, 'curl https://other/x')).toBe(
      'deny',
    )
    expect(answer({ exec, network: ['allow *', 'deny 127.0.0.1'] }, 'curl http://rebind.example/')).toBe('deny')
    expect(answer({ exec, network: ['allow good.example', 'deny 127.0.0.1'] }, 'curl http://good.example/')).toBe(
      'allow',
    )
    expect(answer({ exec, network: ['allow *', 'deny 127.0.0.1'] }, 'curl http://0x7f.1/')).toBe('deny')
    expect(
      answer({ exec: ['allow echo **'], network: [], networkDefault: 'deny' }, 'echo x > /dev/tcp/1.2.3.4/80'),
    ).toBe('deny')
    expect(answer({ exec, files: ['deny read **/.env'], networkDefault: 'allow' }, 'curl file:///w/.env')).toBe('deny')
  })
})
