// What a command touches besides running: the files and hosts that its redirections, operands and options name.
import type { Directory, Redirection, Word } from '../command/command.ts'
import type { OperandRole, OptionEffect } from '../programs/description.ts'
import type { World } from './decision.ts'
import type { Demand, FileDemand } from './demand.ts'
import type { Facts } from './facts.ts'
import { hostOf } from './hosts.ts'
import { type Place, placeOf } from './paths.ts'
import type { OptionUse, Slot } from './slot.ts'
import { unnamedDemands } from './unnamed.ts'

export function demandsOf(facts: Facts, world: World): readonly Demand[] {
  return [
    ...facts.command.redirections.flatMap((redirection) => redirectionDemands(redirection, facts.command.directory)),
    ...facts.args.slots.flatMap((slot) => [
      ...operandDemands(slot, facts),
      ...slot.uses.flatMap((use) => optionDemands(use, slot, facts)),
    ]),
    ...unnamedDemands(facts, world),
  ]
}

/** `/dev/tcp/host/port` is no file: bash opens a connection. */
export function redirectionDemands(redirection: Redirection, directory: Directory): readonly Demand[] {
  const { access, target } = redirection
  if (access === 'copy' || !target) return []
  if (target.kind === 'literal' && /^\/dev\/(tcp|udp)\//.test(target.text)) return [{ kind: 'network', word: target }]
  return [{ kind: access, word: target, places: placesOf(target, directory), tree: false, doubtful: false }]
}

function placesOf(word: Word, directory: Directory): readonly Place[] {
  if (directory.kind === 'unknown' && directory.among) {
    return directory.among.map((path) => placeOf(word, { kind: 'known', path }))
  }
  return [placeOf(word, directory)]
}

function operandDemands(slot: Slot, facts: Facts): readonly Demand[] {
  if (slot.word.kind === 'literal' && slot.word.text === '-') return []
  if (isDd(facts)) return ddDemands(slot, facts)
  return slot.roles.flatMap((role) => roleDemands(role, slot, facts))
}

function roleDemands(role: OperandRole, slot: Slot, facts: Facts): readonly Demand[] {
  const { word } = slot
  const directory = facts.directoryOf(slot)
  if (role === 'read' || role === 'write') return [fileDemand(role, word, directory, facts, slot)]
  if (role === 'directory') return [{ kind: 'directory', word, places: placesOf(word, directory), slot }]
  if (role === 'host') return [{ kind: 'network', word, slot }]
  if (role !== 'url') return []
  const local = localPath(word)
  if (local) return [fileDemand('read', local, directory, facts, slot)]
  return isRemoteName(word, facts) ? [] : [{ kind: 'network', word, slot }]
}

function fileDemand(kind: 'read' | 'write', word: Word, directory: Directory, facts: Facts, slot: Slot): FileDemand {
  return {
    kind,
    word,
    places: placesOf(word, directory),
    tree: kind === 'write' && takesTree(facts) && !isRefused(word, facts),
    doubtful: kind === 'write' && isDoubtful(slot, facts),
    slot,
  }
}

/** `git checkout NAME`: a branch or a path, unless it follows `--`. */
function isDoubtful(slot: Slot, facts: Facts): boolean {
  const { slots } = facts.args
  if (facts.identity?.possibly.includes('git') !== true) return false
  const subcommand = slots.find((each) => each.part === 'subcommand')?.word
  if (subcommand?.kind !== 'literal' || subcommand.text !== 'checkout') return false
  const separator = slots.findIndex((each) => each.part === 'separator')
  return separator === -1 || slots.indexOf(slot) < separator
}

const movers = new Set(['mv', 'gmv', 'rsync'])

/** POSIX: rm removes neither `.` nor `..`. */
function isRefused(word: Word, facts: Facts): boolean {
  const isRm = facts.identity?.surely.includes('rm') === true
  return isRm && word.kind === 'literal' && /(^|\/)\.{1,2}\/*$/.test(word.text)
}

/** Tests of find that pick some files out of all. */
const choosing = [
  '-name',
  '-iname',
  '-path',
  '-ipath',
  '-wholename',
  '-iwholename',
  '-regex',
  '-iregex',
  '-lname',
  '-samefile',
  '-newer',
  '-size',
  '-empty',
  '-mtime',
  '-mmin',
]

/** The command takes along what lies below its operands. */
function takesTree(facts: Facts): boolean {
  const { given } = facts.args
  const isEverything = given.has('-delete') && !choosing.some((name) => given.has(name))
  return given.has('--recursive') || isEverything || facts.identity?.possibly.some((name) => movers.has(name)) === true
}

function optionDemands(use: OptionUse, slot: Slot, facts: Facts): readonly Demand[] {
  const { value, file } = use
  if (file) return fileAtDemand(file, slot, facts)
  if (!value || (value.kind === 'literal' && value.text === '-')) return []
  const directory = facts.directoryOf(slot)
  const kind: OptionEffect = use.effect
  const valueSlot = use.attached ? slot : facts.args.slots.find((each) => each.part === 'value' && each.word === value)
  const from = valueSlot ? { slot: valueSlot } : {}
  if (kind === 'read' || kind === 'write') {
    return [{ kind, word: value, places: placesOf(value, directory), tree: false, doubtful: false, ...from }]
  }
  if (kind === 'network') return [{ kind, word: value, ...from }]
  return kind === 'directory' ? [{ kind, word: value, places: placesOf(value, directory), ...from }] : []
}

function fileAtDemand(word: Word, slot: Slot, facts: Facts): readonly Demand[] {
  if (word.kind === 'literal' && word.text === '-') return []
  return [{ kind: 'read', word, places: placesOf(word, facts.directoryOf(slot)), tree: false, doubtful: false }]
}

/** `file:///x` reads a file, and so does a URL operand that is a path. */
function localPath(word: Word): Word | undefined {
  if (word.kind === 'dynamic') return undefined
  if (/^file:/i.test(word.text)) return { ...word, text: word.text.replace(/^file:(\/\/[^/]*)?/i, '') }
  return /^(\.{0,2}\/|\.\.?$|~)/.test(word.text) ? word : undefined
}

/** `git push origin`: the name of a remote, whose URL stands in the repository's configuration. */
function isRemoteName(word: Word, facts: Facts): boolean {
  const isGit = facts.identity?.possibly.includes('git') === true
  return isGit && word.kind === 'literal' && !/[:/]/.test(word.text)
}

function isDd(facts: Facts): boolean {
  return facts.identity?.possibly.includes('dd') === true
}

/** `if=FILE` and `of=FILE`; the other operands of dd are numbers and names. */
function ddDemands(slot: Slot, facts: Facts): readonly Demand[] {
  const { word } = slot
  if (word.kind === 'dynamic' && !/^\w+=/.test(word.prefix)) {
    return (['read', 'write'] as const).map((kind) => fileDemand(kind, word, { kind: 'unknown' }, facts, slot))
  }
  const text = word.kind === 'literal' ? word.text : word.prefix
  const name = /^(if|of)=/.exec(text)?.[1]
  if (!name) return []
  const path: Word =
    word.kind === 'literal'
      ? { ...word, text: text.slice(3) }
      : { ...word, prefix: text.slice(3), source: word.source.replace(/^[^=]*=/, '') }
  return [fileDemand(name === 'if' ? 'read' : 'write', path, facts.directoryOf(slot), facts, slot)]
}

/** The host that a word names; undefined when it is not known. */
export function hostNamed(word: Word): ReturnType<typeof hostOf> {
  if (word.kind === 'literal') {
    const socket = /^\/dev\/(?:tcp|udp)\/([^/]+)(?:\/(\d+))?/.exec(word.text)
    if (socket) return { host: (socket[1] ?? '').toLowerCase(), ...(socket[2] ? { port: socket[2] } : {}) }
    return hostOf(word.text)
  }
  // The host is known when it is written whole before the first thing that is not.
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.test(word.prefix) ? hostOf(word.prefix) : undefined
}
