// Short hands to write descriptions as tables. A group of spellings is joined by `|`, groups are parted by blanks:
// `flags('-v|--verbose -q|--quiet')` is two options.
import type {
  OperandRole,
  OptionDescription,
  OptionEffect,
  ProgramDescription,
  SubcommandDescription,
} from './description.ts'

/** Options without a value. */
export function flags(groups: string, effect: OptionEffect = 'harmless'): OptionDescription[] {
  return many(groups, 'none', effect)
}

/** Options that need a value. */
export function values(groups: string, effect: OptionEffect = 'harmless'): OptionDescription[] {
  return many(groups, 'required', effect)
}

/** Options whose value may be left out, and is never the next word. */
export function maybe(groups: string, effect: OptionEffect = 'harmless'): OptionDescription[] {
  return many(groups, 'optional', effect)
}

/** Options of an effect that give the operands another role. */
export function turning(options: readonly OptionDescription[], operands: OperandRole): OptionDescription[] {
  return options.map((option) => ({ ...option, operands }))
}

/** A program in the GNU way: clusters, abbreviations, options anywhere, every option known. */
export function program(
  names: string,
  parts: Partial<ProgramDescription> & { readonly options: readonly OptionDescription[] },
): ProgramDescription {
  return {
    names: names.split(' '),
    abbreviate: true,
    cluster: true,
    permute: true,
    subcommands: [],
    operands: [],
    readOnly: false,
    whole: true,
    ...parts,
  }
}

/** A subcommand whose options are all known. */
export function subcommand(name: string, parts: Partial<SubcommandDescription>): SubcommandDescription {
  return { name: name.split(' '), options: [], operands: [], readOnly: false, whole: true, ...parts }
}

/** Called many hundred times at a start, so it is written without closures: they alone would set the compiler to work. */
function many(groups: string, value: OptionDescription['value'], effect: OptionEffect): OptionDescription[] {
  const options: OptionDescription[] = []
  for (const group of groups.split(' ')) if (group !== '') options.push({ names: group.split('|'), value, effect })
  return options
}
