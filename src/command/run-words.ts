// One command whose words are known: it is listed, then its effect on the shell and the commands inside it are read.

import { builtinOf } from './builtins.ts'
import type { Word } from './command.ts'
import { type Extras, emit, emitLoose, refuse, type Spot } from './reader.ts'
import { isTransparent } from './transparent.ts'
import { unwrap } from './unwrap.ts'
import { type Flow, staying } from './where.ts'

/** Reads a command from its words, wherever they come from: a text, an argument vector, or another command. */
export function readWords(spot: Spot, words: readonly Word[], extras: Extras): Flow {
  const { reader, scope, where } = spot
  const [program, ...args] = words
  if (program === undefined) return staying(where)
  if (program.kind === 'dynamic') {
    emit(reader, { program, args, ...extras }, scope, where)
    reader.moves++
    // It may be `exit`, or `cd`.
    if (scope.builtins && !scope.decides) reader.mayEnd = true
    return staying(scope.builtins ? 'any' : where)
  }
  const builtin = scope.builtins ? builtinOf(program.text) : undefined
  if (builtin !== undefined) return builtin(spot, words, extras)
  if (scope.dialect === 'plain' && precommand.test(program.text))
    refuse(reader, `\`${program.text}\` changes how this shell reads`, program.place)
  if (scope.builtins && program.text === 'exec' && args.length === 0) {
    emitLoose(reader, extras.assignments, extras.redirections, where)
    return staying(where)
  }
  const command = emit(reader, { program, args, ...extras }, scope, where)
  if (command === undefined) return staying('any')
  const flow = unwrap(spot, command, words, extras)
  if (isTransparent(words, scope, command.index, reader.commands))
    reader.commands[command.index] = { ...command, transparent: true }
  return flow
}

/** Words by which zsh and its likes change what follows. */
const precommand =
  /^(-|repeat|noglob|nocorrect|foreach|autoload|zmodload|setopt|emulate|functions|zcompile|sched|always)$/
