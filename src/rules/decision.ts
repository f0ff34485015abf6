// The answer to a request, with every effect that was judged and the rule that judged it. A noun file.
import type { Answer } from '../base/answer.ts'
import type { Place } from '../command/command.ts'

type EffectKind = 'exec' | 'read' | 'write' | 'network' | 'environment' | 'directory'

export interface Effect {
  readonly kind: EffectKind
  readonly answer: Answer
  /** For `exec`: the words; a dynamic word stands as its source text. */
  readonly argv?: readonly string[]
  /** For `read`, `write`, `directory`: relative to the workspace where it lies inside, else absolute. */
  readonly path?: string
  /** For `network`: host or host:port. */
  readonly host?: string
  /** For `environment`: the variable. */
  readonly name?: string
  /** The rule that decided; absent: the default, or a built-in law that `reason` names. */
  readonly rule?: RuleReference
  /** Every rule that matched, of any answer, in the order of the policies; the one that decided among them. */
  readonly matched: readonly MatchedRule[]
  /** What gave the answer: a rule, the default where none matched, or a law that no policy changes. */
  readonly from: 'rule' | 'default' | 'law'
  /** Why, in a few words for people and agents. */
  readonly reason: string
  readonly place: Place
  /** What this command was unwrapped from, outermost first: `sudo`, `sh -c`. */
  readonly unwrappedFrom: readonly string[]
}

export interface MatchedRule {
  readonly answer: Answer
  readonly rule: RuleReference
}

export interface RuleReference {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly because?: string
  readonly instead?: string
}

export interface Decision {
  readonly answer: Answer
  readonly readable: boolean
  /** The one line that says why, from the effect that decided. */
  readonly reason: string
  /** The better way, from the rule that decided. */
  readonly instead?: string
  readonly effects: readonly Effect[]
  /** Only a readable request whose ask comes from a rule or the default may be answered by `--yes` or for a session (decision 14, 17). */
  readonly answerable: boolean
}

/** What the judge must know of the world; examples and `expect` are judged with a world that never looks at the disk. */
export interface World {
  /** Real path of the workspace. */
  readonly workspace: string
  readonly home: string
  /** The real path of a path, following every symlink as far as it exists; identity for examples. */
  readonly realPath: (path: string) => string
  /** True for a directory that exists, also behind a link; false in examples. */
  readonly isDirectory: (path: string) => boolean
  /** The file that the trusted PATH finds for a name; undefined when there is none. Examples return the name itself. */
  readonly findProgram: (name: string) => string | undefined
  /** True for a place that the agent may write, where no program is allowed by name. */
  readonly isWritable: (path: string) => boolean
  /** True for a protected place: never writable, whatever a policy says, also where nothing exists yet (`protected.ts`). */
  readonly isProtected: (path: string) => boolean
  /** True for a directory with a protected place somewhere below it, so that it cannot be removed or moved as a whole. */
  readonly holdsProtected: (path: string) => boolean
  /** Base names of protected places, in lower case. */
  readonly protectedNames: readonly string[]
  /** Every base name that a file goes by when its links are followed, its own first: `sh`, `dash`. Examples return the own name. */
  readonly namesOf: (path: string) => readonly string[]
  /** True for this binary itself under any name, so that a person's verbs are refused to the agent. */
  readonly isReeve: (path: string) => boolean
  /** Why git started in this directory would run something that the repository chose; undefined when it would not. */
  readonly repositoryHazard: (directory: string) => string | undefined
}
