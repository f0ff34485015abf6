// Warnings about a policy that is right by its letters and probably not what its author meant.
import { baseName } from '../base/path.ts'
import type { Checks } from './checks.ts'
import type { CommandPattern, Criterion, ExecRule, Policy } from './policy.ts'

/** `today` is `YYYY-MM-DD` in UTC; absent where there is no clock. */
export function lint(checks: Checks, policy: Policy, today: string | undefined): void {
  for (const rule of policy.exec.rules) lintRule(checks, rule)
  for (const criterion of policy.criteria) lintCriterion(checks, policy, criterion)
  for (const { until, span } of policy.waivers)
    if (until !== undefined && today !== undefined && until < today)
      checks.warn('RV509', `the waiver ended on ${until}`, span, 'take it out')
  lintUnused(checks, policy)
}

const runners = new Set([
  ...[
    'sh',
    'bash',
    'dash',
    'zsh',
    'ksh',
    'fish',
    'node',
    'deno',
    'bun',
    'python',
    'python3',
    'ruby',
    'perl',
    'php',
    'lua',
    'awk',
    'sed',
  ],
  ...[
    'find',
    'xargs',
    'env',
    'sudo',
    'doas',
    'ssh',
    'docker',
    'podman',
    'kubectl',
    'npx',
    'bunx',
    'make',
    'eval',
    'exec',
    'time',
    'nohup',
  ],
  ...[
    'vi',
    'vim',
    'nvim',
    'emacs',
    'less',
    'more',
    'man',
    'tar',
    'rsync',
    'parallel',
    'watch',
    'script',
    'busybox',
    'strace',
    'gdb',
  ],
])
const noArguments = new Set([
  'pwd',
  'ls',
  'true',
  'false',
  'date',
  'whoami',
  'id',
  'hostname',
  'make',
  'w',
  'who',
  'uptime',
  'arch',
  'nproc',
])

function lintRule(checks: Checks, rule: ExecRule): void {
  for (const pattern of rule.patterns) {
    const [program, ...rest] = pattern.words
    if (program?.kind !== 'glob') continue
    const name = baseName(program.text)
    if (
      rest.length === 0 &&
      rule.answer !== 'allow' &&
      !noArguments.has(name) &&
      !rule.patterns.some((other) => isSameProgram(other, pattern))
    )
      checks.warn(
        'RV502',
        `\`${pattern.text}\` is the program with no arguments at all`,
        pattern.span,
        `\`${pattern.text} **\` is the program with any`,
      )
    if (rule.answer !== 'allow' || rest[0]?.kind !== 'rest') continue
    if (/^[*?]+$/.test(program.text))
      checks.warn('RV503', 'the rule allows every program', pattern.span, 'name the programs that are needed')
    else if (runners.has(name))
      checks.warn(
        'RV503',
        `\`${pattern.text}\` allows everything that \`${name}\` can be told to run`,
        pattern.span,
        'write out the arguments that are needed',
      )
  }
}

/** Another pattern of the rule that speaks of the program with arguments. */
function isSameProgram(other: CommandPattern, pattern: CommandPattern): boolean {
  const [left, right] = [other.words[0], pattern.words[0]]
  return other.words.length > 1 && left?.kind === 'glob' && right?.kind === 'glob' && left.text === right.text
}

function lintCriterion(checks: Checks, { gate }: Policy, { id, required, verifier, origin }: Criterion): void {
  const { span } = origin
  const argv = verifier.kind === 'command' ? verifier.argv : undefined
  if (argv && ['true', 'echo', 'test', '[', ':', 'printf', 'ls', 'exit'].includes(baseName(argv[0] ?? '')))
    checks.warn(
      'RV505',
      `\`${argv[0]}\` proves little about \`${id}\``,
      span,
      'name the command that would fail when the work is not done',
    )
  if (verifier.kind === 'coverage' && !gate.coverage)
    checks.warn('RV506', `the coverage of \`${id}\` is not judged`, span, 'switch it on: `gate { coverage on }`')
  if (verifier.kind === 'manual' && required)
    checks.warn(
      'RV508',
      `\`${id}\` needs a person, so a run without one ends unproven`,
      span,
      '`reeve attest` supplies it',
    )
}

function lintUnused(checks: Checks, { datasets, plugins, criteria }: Policy): void {
  const verifiers = criteria.map(({ verifier }) => verifier)
  for (const { name, span } of datasets)
    if (!verifiers.some((verifier) => verifier.kind === 'data' && verifier.dataset === name))
      checks.warn('RV504', `the dataset \`${name}\` is never used`, span, 'take it out')
  for (const { name, span } of plugins)
    if (!verifiers.some((verifier) => verifier.kind === 'plugin' && verifier.plugin === name))
      checks.warn('RV504', `the plugin \`${name}\` is never used`, span, 'take it out')
}
