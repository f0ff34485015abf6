// What is known of a program's command line: which options it has, which of them execute or write, and what its operands
// are. Descriptions are data; `src/command/` reads argument vectors with them, `src/rules/` matches patterns with them.

/** What an option does beyond shaping the program's own output. */
export type OptionEffect =
  | 'harmless'
  | 'execute' // runs a program, loads code, or changes which code runs
  | 'write' // writes a file named by its value
  | 'read' // reads a file named by its value
  | 'network' // reaches a host named by its value
  | 'directory' // its value becomes the working directory (`git -C`, `make -C`)
  | 'destroy' // deletes or overwrites without another question

export interface OptionDescription {
  /** All spellings, e.g. `['-f', '--force']`; a long option that begins with one dash (`-exec`) is one spelling too. */
  readonly names: readonly string[]
  /** `none` takes no value, `required` takes the rest of the cluster, `=value` or the next word, `optional` only `=value`
   *  or the rest of the cluster, `command` all words up to `;` or `+` (`find -exec`). */
  readonly value: 'none' | 'required' | 'optional' | 'command'
  readonly effect: OptionEffect
  /** With this option the operands have this role instead (`sed -i`: write). */
  readonly operands?: OperandRole
  /** `-` as its value is the standard output. */
  readonly output?: true
  /** A value that begins with `@` names a file that is read (`curl -d @FILE`, `-F name=@FILE`). */
  readonly at?: true
  /** With one of these options its value is only read (`tar -x -f`). */
  readonly readWith?: readonly string[]
}

/** Role of an operand (an argument that is no option and no option's value). */
export type OperandRole =
  | 'text' // plain data
  | 'read'
  | 'write' // created, changed or removed
  | 'directory'
  | 'url'
  | 'host'
  | 'code' // a program text that the program executes (`sed` script, `awk` program)
  | 'command' // the rest is a command that the program runs

export interface SubcommandDescription {
  /** Words of the subcommand, e.g. `['status']` or `['remote', 'add']`. */
  readonly name: readonly string[]
  readonly options: readonly OptionDescription[]
  /** Roles in order; the last one stands for all that follow. Empty: no operands are known, each is `text`. */
  readonly operands: readonly OperandRole[]
  /** Role of the last of several operands, where it differs (`cp a b dir`). */
  readonly lastOperand?: OperandRole
  /** Changes nothing and runs nothing besides the program itself. */
  readonly readOnly: boolean
  /** An option that is not in `options` is taken as `execute`, the strict way; true only where that list is whole. */
  readonly whole: boolean
  /** False: its options end at the first operand (`npm exec`, `docker exec`). Absent: they may stand anywhere. */
  readonly permute?: false
  /** It writes names that stand in an archive, a patch or a URL below the working directory: with one of these options (absent:
   *  always), and without all of those. */
  readonly spills?: { readonly with?: readonly string[]; readonly unless?: readonly string[] }
}

export interface ProgramDescription {
  /** Basename, e.g. `git`; other names of the same program, e.g. `gtar`. */
  readonly names: readonly string[]
  /** Options before the subcommand (or of the program itself where it has none). */
  readonly options: readonly OptionDescription[]
  /** `abbreviate`: unique prefixes of long options are accepted, as getopt_long and git do. */
  readonly abbreviate: boolean
  /** `cluster`: `-abc` is `-a -b -c`. */
  readonly cluster: boolean
  /** Options may stand after operands (GNU style). */
  readonly permute: boolean
  readonly subcommands: readonly SubcommandDescription[]
  /** For a program without subcommands. */
  readonly operands: readonly OperandRole[]
  /** Role of the last of several operands, where it differs (`cp a b dir`). */
  readonly lastOperand?: OperandRole
  /** With one of these options the first role falls away (`grep -e x file`, `sed -f script file`). */
  readonly firstGivenBy?: readonly string[]
  readonly readOnly: boolean
  readonly whole: boolean
  /** A built-in of the shell that changes nothing but the shell itself (`:`, `exit`, `[`): it needs no rule. */
  readonly builtin?: true
  /** An operand that begins with `+` is a command of the program's own (`less +!id`). */
  readonly plusCommands?: true
  /** Old-style first operand as option cluster: `tar xzf`. */
  readonly bareCluster?: boolean
  /** It writes names that stand in an archive, a patch or a URL below the working directory: with one of these options (absent:
   *  always), and without all of those. */
  readonly spills?: { readonly with?: readonly string[]; readonly unless?: readonly string[] }
}
