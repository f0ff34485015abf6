// The world is wrong: one error class with a closed set of codes. Caught only at the rim (src/main.ts).

/** What went wrong, as a closed set; each has one exit code (src/cli/exit.ts). */
export type FaultCode =
  | 'usage' // the command line cannot be understood
  | 'policy' // the policy has errors; `diagnostics` are already rendered in the message
  | 'io' // a file or directory cannot be read or written
  | 'workspace' // the workspace vanished or is another directory than at opening
  | 'ledger-in-use' // another process holds the ledger for too long
  | 'workspace-in-use' // another run or proof works in the workspace for too long
  | 'ledger-format' // not a ledger, or a damaged one
  | 'ledger-newer' // written by a newer version of Reeve
  | 'ledger-foreign' // not this user's ledger
  | 'ledger-rolled-back' // older than the checkpoint kept beside the keys
  | 'keys' // a key is missing, unreadable or has loose permissions
  | 'person' // a person's action was tried without a person
  | 'model' // the model's server failed
  | 'run' // a run failed for another cause
  | 'interrupted' // a signal ended the work

export class Fault extends Error {
  readonly code: FaultCode
  /** What the user can do about it; printed on its own `help:` line. */
  readonly help: string | undefined

  constructor(code: FaultCode, message: string, options: { help?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.help = options.help
  }
}
