// Every subcommand with its one-line summary; each is loaded only when it is called, since hooks start one process a call.
import type { Subcommand } from './define.ts'

export interface SubcommandEntry {
  readonly name: string
  readonly group: 'policy' | 'work' | 'person' | 'audit'
  readonly summary: string
  readonly load: () => Promise<Subcommand>
}

export const subcommands: readonly SubcommandEntry[] = [
  {
    name: 'init',
    group: 'policy',
    summary: 'writes a first policy from what the project has',
    load: async () => (await import('./init.ts')).subcommand,
  },
  {
    name: 'explain',
    group: 'policy',
    summary: 'what the policy answers to a command, and why; what a diagnostic means',
    load: async () => (await import('./explain.ts')).subcommand,
  },
  {
    name: 'check',
    group: 'policy',
    summary: 'everything that is wrong with a policy, in one go',
    load: async () => (await import('./check.ts')).subcommand,
  },
  {
    name: 'lint',
    group: 'policy',
    summary: 'what is right by its letters and probably not what was meant',
    load: async () => (await import('./lint.ts')).subcommand,
  },
  {
    name: 'test',
    group: 'policy',
    summary: 'whether a policy answers its examples and cases as expected',
    load: async () => (await import('./test.ts')).subcommand,
  },
  {
    name: 'fmt',
    group: 'policy',
    summary: 'policy texts in their one form',
    load: async () => (await import('./fmt.ts')).subcommand,
  },
  {
    name: 'trust',
    group: 'policy',
    summary: 'a person says that the policy as it is now counts here',
    load: async () => (await import('./trust.ts')).subcommand,
  },
  {
    name: 'presets',
    group: 'policy',
    summary: 'the checks that the project’s own files suggest, as criteria',
    load: async () => (await import('./presets.ts')).subcommand,
  },
  {
    name: 'import',
    group: 'policy',
    summary: 'rules from the permission files of another agent host, criteria from an acceptance file',
    load: async () => (await import('./import.ts')).subcommand,
  },
  {
    name: 'run',
    group: 'work',
    summary: 'the agent works on a task, to a verdict',
    load: async () => (await import('./run.ts')).subcommand,
  },
  {
    name: 'demo',
    group: 'work',
    summary: 'a whole run on an example, without a model',
    load: async () => (await import('./demo.ts')).subcommand,
  },
  {
    name: 'exec',
    group: 'work',
    summary: 'one command through the guard, recorded',
    load: async () => (await import('./exec.ts')).subcommand,
  },
  {
    name: 'sessions',
    group: 'work',
    summary: 'lists the sessions of this workspace, closes the open one',
    load: async () => (await import('./sessions.ts')).subcommand,
  },
  {
    name: 'status',
    group: 'work',
    summary: 'what is proven now, and what would prove the rest',
    load: async () => (await import('./status.ts')).subcommand,
  },
  {
    name: 'prove',
    group: 'work',
    summary: 'runs what proves the pending criteria',
    load: async () => (await import('./prove.ts')).subcommand,
  },
  {
    name: 'gate',
    group: 'work',
    summary: 'the verdict on the work, as exit code',
    load: async () => (await import('./gate.ts')).subcommand,
  },
  {
    name: 'criteria',
    group: 'person',
    summary: 'adds a criterion, edits one, says whether it is required or applies',
    load: async () => (await import('./criteria.ts')).subcommand,
  },
  {
    name: 'attest',
    group: 'person',
    summary: 'gives a person’s word for a criterion',
    load: async () => (await import('./attest.ts')).subcommand,
  },
  {
    name: 'goal',
    group: 'person',
    summary: 'the goal of the session; completes it over what is unmet',
    load: async () => (await import('./goal.ts')).subcommand,
  },
  {
    name: 'report',
    group: 'person',
    summary: 'verification reports: added, run, listed',
    load: async () => (await import('./report.ts')).subcommand,
  },
  {
    name: 'waive',
    group: 'person',
    summary: 'lets the work pass exactly as it is, with a reason',
    load: async () => (await import('./waive.ts')).subcommand,
  },
  {
    name: 'log',
    group: 'audit',
    summary: 'reads the ledger, entry by entry',
    load: async () => (await import('./log.ts')).subcommand,
  },
  {
    name: 'ledger',
    group: 'audit',
    summary: 'where the ledger is, whether it is whole',
    load: async () => (await import('./ledger.ts')).subcommand,
  },
  {
    name: 'keys',
    group: 'audit',
    summary: 'the public keys of this user',
    load: async () => (await import('./keys.ts')).subcommand,
  },
  {
    name: 'export',
    group: 'audit',
    summary: 'the proof of the session, as JSON or Markdown',
    load: async () => (await import('./export.ts')).subcommand,
  },
]
