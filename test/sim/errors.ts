// The errors of the simulated machine: those of `node:fs`, and the loss of power, which no code can handle.

export class FileError extends Error {
  readonly code: string
  readonly syscall: string
  readonly path: string

  constructor(code: string, syscall: string, path: string) {
    super(`${code}: ${syscall} '${path}'`)
    this.code = code
    this.syscall = syscall
    this.path = path
  }
}

/** Thrown by the call at which power is lost and by each later one, until the machine is started again. */
export class PowerLoss extends Error {
  constructor() {
    super('the simulated machine has no power')
  }
}
