// A proposal for files on a real disk, with everything that is said about it.

import { formatText } from '../../grammar/format.ts'
import { shippedPolicies } from '../../policies/embedded.ts'
import type { Answer } from '../../src/base/answer.ts'
import type { Diagnostic } from '../../src/base/diagnostic.ts'
import { proposalTold } from '../../src/cli/init-view.ts'
import { lintScopes } from '../../src/cli/lint-scopes.ts'
import { readPolicy } from '../../src/cli/policy-file.ts'
import type { Host } from '../../src/host/host.ts'
import { policyFromText } from '../../src/policy/load.ts'
import type { Policy } from '../../src/policy/policy.ts'
import { openProject } from '../../src/presets/project.ts'
import { propose } from '../../src/proposal/propose.ts'
import { settle } from '../../src/proposal/settle.ts'
import { compileProgram } from '../../src/rules/compile.ts'
import { decide } from '../../src/rules/decide.ts'
import { exampleWorld, readExample } from '../../src/rules/examples.ts'

export interface Outcome {
  readonly text: string
  readonly told: string
  readonly policy: Policy
  /** What `reeve lint --strict` says, scopes held against the files. */
  readonly warnings: readonly Diagnostic[]
  readonly isCanonical: boolean
  readonly answerTo: (command: string, directory?: string) => Answer
}

/** `shipped`: names of the shipped policies that may be used; absent: all. */
export function proposeIn(
  host: Host,
  directory: string,
  name: string,
  shipped: readonly string[] = Object.keys(shippedPolicies),
  isInHome: (path: string) => boolean = () => false,
): Outcome {
  const { project, notes } = openProject(host.files, directory)
  const root = `/home/ada/${name}`
  const found = propose({ project, root, shipped: new Set(shipped), isInHome })
  const settled = settle(found.proposal)
  const told = proposalTold({ workspace: root, found, settled, notes: notes() })
  return { ...judged(host, directory, settled.text), told }
}

function judged(host: Host, directory: string, text: string): Omit<Outcome, 'told'> {
  const loaded = policyFromText(text, 'policy.reeve')
  if (loaded.kind === 'broken')
    throw new Error(`${loaded.diagnostics.map(({ message }) => message).join('; ')}\n${text}`)
  const { policy } = loaded
  const formatted = formatText({ file: 'policy.reeve', text })
  const layers = [compileProgram(policy, 'full')]
  return {
    text,
    policy,
    warnings: lintScopes(host, policy, directory),
    isCanonical: formatted.kind === 'formatted' && formatted.text === text,
    answerTo: (command, at) =>
      decide(
        { policy, layers, ignored: [] },
        readExample({ command, ...(at === undefined ? {} : { directory: at }) }),
        exampleWorld,
      ).answer,
  }
}

/** Errors and warnings of `reeve check --strict`, from the file. */
export async function strictly(host: Host, path: string): Promise<readonly string[]> {
  const { diagnostics } = await readPolicy(host, path, { habits: true })
  return diagnostics.map(({ code, message }) => `${code} ${message}`)
}
