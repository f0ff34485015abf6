// A reading as lines that a person can check: what was found, where, and what is known of it.
import type { Assignment, Command, Directory, Loose, Reading, Redirection, Word } from '../../src/command/command.ts'

/** The whole reading; `/w` is where it starts. */
export function listing(reading: Reading): string {
  const head =
    reading.kind === 'readable'
      ? reading.argv === undefined
        ? []
        : ['no shell']
      : [
          `unreadable: ${reading.reason} (${reading.source.slice(reading.place.start, reading.place.end).slice(0, 40).replaceAll('\n', '\\n')})`,
        ]
  const lines = [...head, ...reading.commands.map(commandLine), ...reading.loose.map(looseLine)]
  return (lines.length === 0 ? ['nothing'] : lines).join('\n')
}

function commandLine(command: Command): string {
  const outer = command.unwrappedFrom === undefined ? '' : `<${command.unwrappedFrom}`
  const words = [command.program, ...command.args].map(shown).join(' ')
  const facts = [
    directory(command.directory),
    ...command.assignments.map(assigned),
    ...command.redirections.map(redirected),
    command.within.length === 0 ? '' : `in ${command.within.join('/')}`,
    command.decidesExit ? 'decides' : '',
    command.transparent === true ? 'transparent' : '',
    command.behindBoundary ? 'boundary' : '',
    command.openEnded ? 'open' : '',
  ].filter((fact) => fact !== '')
  return `${command.index}${outer} ${words}${facts.length === 0 ? '' : `   [${facts.join(', ')}]`}`
}

function looseLine(loose: Loose): string {
  const facts = [...loose.assignments.map(assigned), ...loose.redirections.map(redirected), directory(loose.directory)]
  return `- ${facts.filter((fact) => fact !== '').join(', ')}`
}

function shown(word: Word): string {
  if (word.kind === 'literal') return /^[\w./:=@,+~{}%;!*?^-]+$/.test(word.text) ? word.text : JSON.stringify(word.text)
  const ends = `${word.prefix}…${word.suffix}`.replaceAll('\n', '\\n')
  return `${word.quoted ? 'one' : 'many'}(${ends}${word.neverOption === true ? ' no option' : ''})`
}

function assigned({ name, value, shellOnly }: Assignment): string {
  return `${shellOnly === true ? 'shell ' : ''}${name}=${shown(value)}`
}

function redirected({ access, target }: Redirection): string {
  if (target === undefined) return access
  return `${access} ${shown(target)}`
}

function directory(place: Directory): string {
  if (place.kind === 'known') return place.path === '/w' ? '' : `at ${place.path}`
  return place.among === undefined ? 'at ?' : `at ${place.among.join('|')}`
}
