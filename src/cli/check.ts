// `reeve check`: everything that is wrong with a policy, in one go. Exit 0, or 3 when it has errors.
import { flag, option, optional, positional, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { renderDiagnostics } from '../base/render.ts'
import type { Host } from '../host/host.ts'
import type { Policy } from '../policy/policy.ts'
import { define } from './define.ts'
import { type Findings, findingsJson, findingsSarif } from './diagnostics-view.ts'
import { exit } from './exit.ts'
import { namesHere, policyToRead, readPolicy } from './policy-file.ts'

export const subcommand = define({
  name: 'check',
  description: 'reads a policy with all it uses and says everything that is wrong with it',
  examples: [
    { description: 'the policy of this workspace', command: 'reeve check' },
    { description: 'a file, for programs', command: 'reeve check ci/policy.reeve --json' },
  ],
  args: {
    file: positional({
      displayName: 'FILE',
      type: optional(string),
      description: 'the policy; absent: the one found here',
    }),
    policy: option({ long: 'policy', type: optional(string), description: 'the same as FILE' }),
    cwd: option({ long: 'cwd', type: optional(string), description: 'where to look for the policy' }),
    strict: flag({ long: 'strict', description: 'warnings count as errors, those of `reeve lint` too' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
    sarif: flag({ long: 'sarif', description: 'a SARIF 2.1.0 log' }),
    digest: flag({
      long: 'digest',
      description: 'nothing but the digest, for --policy-digest and `reeve trust --digest`',
    }),
    listing: flag({ long: 'listing', description: 'nothing but what the rules were compiled to, numbered' }),
  },
  run: async ({ file, policy, cwd, strict, ...form }, host) => {
    if (Object.values(form).filter(Boolean).length > 1)
      throw new Fault('usage', 'the answer has one form', {
        help: 'take one of --json, --sarif, --digest and --listing',
      })
    const path = policyToRead(host, file ?? policy, cwd)
    const { loaded, diagnostics } = await readPolicy(host, path, { habits: strict })
    const isOk = !diagnostics.some(({ severity }) => strict || severity === 'error')
    const findings = { loaded, diagnostics, isOk }
    if ((form.digest || form.listing) && loaded.kind === 'policy' && isOk)
      host.terminal.out(form.digest ? `sha256:${loaded.policy.digest}\n` : await listed(loaded.policy))
    else if (form.digest || form.listing) host.terminal.err(talk(host, findings))
    else host.terminal.out(await told(host, findings, form))
    return isOk ? exit.ok : exit.policy
  },
})

async function listed(policy: Policy): Promise<string> {
  const [{ listing }, { compileProgram }] = await Promise.all([
    import('../rules/listing.ts'),
    import('../rules/compile.ts'),
  ])
  return listing(compileProgram(policy, 'full'))
}

/** Findings in the form that was asked for. */
export async function told(
  host: Host,
  findings: Findings,
  form: { readonly json: boolean; readonly sarif: boolean },
): Promise<string> {
  if (form.json) return findingsJson(findings)
  if (!form.sarif) return talk(host, findings)
  const { titleOf } = await import('./page.ts')
  return findingsSarif(host, findings, titleOf)
}

function talk(host: Host, { loaded, diagnostics, isOk }: Findings): string {
  const color = host.terminal.isOutTerminal && host.environment.NO_COLOR === undefined
  const nameOf = namesHere(host, loaded.sources)
  const shown = renderDiagnostics(diagnostics, loaded.sources, { color, nameOf })
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const found = [...counted(errors, 'error'), ...counted(diagnostics.length - errors, 'warning')].join(', ')
  const gap = shown === '' ? '' : '\n'
  if (loaded.kind === 'broken' || errors > 0) return `${shown}${gap}${found}: this is no policy yet\n`
  if (!isOk) return `${shown}${gap}${found}, and --strict takes warnings for errors\n`
  const { name, exec, fileAccess, network, criteria, digest, files } = loaded.policy
  const rules = [exec, fileAccess, network].flatMap((block) => block.rules.map(({ origin }) => origin.text))
  const written = rules.filter((text) => !text.startsWith('default:')).length
  const parts = [
    ...counted(written, 'rule'),
    ...counted(criteria.length, 'criterion', 'criteria'),
    ...counted(files.length, 'file'),
  ]
  return `${shown}${gap}ok: policy \`${name}\`, ${parts.join(', ')}${found === '' ? '' : `, ${found}`}\nsha256:${digest}\n`
}

function counted(count: number, one: string, many = `${one}s`): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}
