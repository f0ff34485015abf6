// The commands that somebody asks to run, as found in an argument vector or a shell text. A noun file: the readers
// (`argv.ts`, `shell.ts`) make these, `src/rules/` judges them.

/** Half-open range of UTF-16 units in the shell text; for an argument vector, of the text quoted for a shell. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** One word of a command after quote removal. */
export type Word = { readonly kind: 'literal'; readonly text: string; readonly place: Place } | DynamicWord

/** A word whose value is known only at run time: a variable, a substitution, a glob. */
export interface DynamicWord {
  readonly kind: 'dynamic'
  /** Quoted: exactly one argument. Unquoted: any number of arguments, also none. */
  readonly quoted: boolean
  /** Literal text that the value surely begins with; empty when unknown. */
  readonly prefix: string
  /** Literal text that the value surely ends with; empty when unknown. */
  readonly suffix: string
  /** No word of its value begins with `-` (`$?`, `$(git rev-parse HEAD)`): never an option. */
  readonly neverOption?: true
  /** The source text, for people. */
  readonly source: string
  readonly place: Place
}

export interface Assignment {
  readonly name: string
  readonly value: Word
  /** A variable of the shell that the text never exports: programs see it only if the environment has that name already. */
  readonly shellOnly?: true
  readonly place: Place
}

export interface Redirection {
  /** `copy` (`2>&1`) and here-documents with inert bodies have no file effect. */
  readonly access: 'read' | 'write' | 'copy'
  /** Absent for `copy`. */
  readonly target?: Word
  readonly place: Place
}

/** Working directory of a command: an absolute path, or unknown after `cd "$x"`. After `cd a; b` it is unknown whether the
 *  change worked: `among` then holds every path that it can be; absent: it can be any. */
export type Directory =
  | { readonly kind: 'known'; readonly path: string }
  | { readonly kind: 'unknown'; readonly among?: readonly string[] }

export interface Command {
  /** Position in the reading's list. */
  readonly index: number
  readonly program: Word
  readonly args: readonly Word[]
  readonly assignments: readonly Assignment[]
  readonly redirections: readonly Redirection[]
  readonly directory: Directory
  readonly place: Place
  /** What surrounds it, outermost first: `pipeline`, `&&`, `||`, `background`, `substitution`, `loop`, `wrapper`, … */
  readonly within: readonly string[]
  /** Index of the command that this one was unwrapped from (`sudo`, `xargs`, `sh -c`); absent for a command of the text itself. */
  readonly unwrappedFrom?: number
  /** It only starts the commands that were unwrapped from it (`time`, `env`, `xargs`, `sh -c`), besides what its own
   *  redirections, assignments and options do. */
  readonly transparent?: true
  /** The wrapper changes identity or place (`sudo`, `ssh`, `docker exec`): never transparent. */
  readonly behindBoundary: boolean
  /** Arguments come from elsewhere at run time (`xargs`, `find -exec {}`), besides the words listed. */
  readonly openEnded: boolean
  /** When the text exits with 0, this command surely ran and exited with 0, and when it fails the text fails. True for
   *  both of `a && b`; false for `a` of `a; b`, `a || b`, `a | b`, `a &` and `! a`. */
  readonly decidesExit: boolean
}

/** A redirection or an environment change that belongs to no single command (`{ …; } > f`, `export A=b`). */
export interface Loose {
  readonly assignments: readonly Assignment[]
  readonly redirections: readonly Redirection[]
  readonly directory: Directory
}

/** What was read. Unreadable is never allowed; deny rules are still applied to what was found. */
export type Reading = ReadableReading | UnreadableReading

export interface ReadableReading {
  readonly kind: 'readable'
  /** The text as given, or the argument vector quoted for a shell; for people. */
  readonly source: string
  readonly commands: readonly Command[]
  readonly loose: readonly Loose[]
  /** The one simple static command that the text is, so that it can run without a shell; absent otherwise. */
  readonly argv?: readonly string[]
}

export interface UnreadableReading {
  readonly kind: 'unreadable'
  readonly source: string
  /** Why, for people: `a function may hide a program`. */
  readonly reason: string
  readonly place: Place
  readonly commands: readonly Command[]
  readonly loose: readonly Loose[]
}

/** What is asked: `exec` gives an argument vector, `shell` a text. */
export type CommandRequest =
  | { readonly kind: 'argv'; readonly argv: readonly string[]; readonly directory: string }
  | { readonly kind: 'shell'; readonly text: string; readonly directory: string }
