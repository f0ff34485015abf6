// A reading to facts: each command with its program, its arguments and where it works, and what was unwrapped from what.
import { resolvePath } from '../base/path.ts'
import type { Command, Directory, Reading } from '../command/command.ts'
import { describeProgram } from '../programs/describe.ts'
import type { World } from './decision.ts'
import type { Facts } from './facts.ts'
import { type Identity, identify } from './identity.ts'
import type { Arguments, Slot } from './slot.ts'
import { argumentsOf } from './slots.ts'

interface Draft {
  readonly facts: Facts
  readonly inner: Facts[]
  readonly outer: Facts[]
}

export function survey(reading: Reading, world: World): readonly Facts[] {
  const drafts = new Map(reading.commands.map((command) => [command.index, draftOf(command, world)]))
  for (const { facts, outer } of drafts.values()) {
    // INVARIANT: a command is unwrapped from one that stands before it, so this ends.
    for (let at = facts.command.unwrappedFrom; at !== undefined; at = drafts.get(at)?.facts.command.unwrappedFrom) {
      const wrapper = drafts.get(at)
      if (!wrapper) break
      outer.unshift(wrapper.facts)
      wrapper.inner.push(facts)
    }
  }
  return [...drafts.values()].map(({ facts }) => facts)
}

function draftOf(command: Command, world: World): Draft {
  const identity = identify(command.program, command.directory, world)
  const args = argumentsOf(command, describe(identity))
  const directories = follow(command.directory, args)
  const inner: Facts[] = []
  const outer: Facts[] = []
  const facts: Facts = {
    command,
    ...(identity ? { identity } : {}),
    args,
    directoryOf: (slot) => directories.of.get(slot) ?? command.directory,
    directory: directories.end,
    inner,
    outer,
  }
  return { facts, inner, outer }
}

/** A description holds for every name that the program goes by, since rules that stop must see through links. */
function describe(identity: Identity | undefined): ReturnType<typeof describeProgram> {
  for (const name of identity?.possibly ?? []) {
    const description = describeProgram(name)
    if (description) return description
  }
  return undefined
}

/** Options that move the working directory, one after the other. */
function follow(
  start: Directory,
  args: Arguments,
): { readonly of: ReadonlyMap<Slot, Directory>; readonly end: Directory } {
  const of = new Map<Slot, Directory>()
  let here = start
  for (const slot of args.slots) {
    of.set(slot, here)
    for (const use of slot.uses) {
      if (use.effect === 'directory' && use.value)
        here = moved(here, use.value.kind === 'literal' ? use.value.text : undefined)
    }
  }
  return { of, end: here }
}

function moved(from: Directory, target: string | undefined): Directory {
  if (target === undefined) return { kind: 'unknown' }
  if (target.startsWith('/')) return { kind: 'known', path: resolvePath('/', target) }
  if (from.kind === 'known') return { kind: 'known', path: resolvePath(from.path, target) }
  return from.among ? { kind: 'unknown', among: from.among.map((path) => resolvePath(path, target)) } : from
}
