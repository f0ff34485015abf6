// One rule of Claude Code: `Bash(npm run test *)`, `Read(./.env)`, `WebFetch(domain:example.com)`, `mcp__server__tool`.
import { compileGlob, isGlob, matchGlob } from '../base/glob.ts'
import { addRule, type Collection, leaveOut, type Said } from './collect.ts'
import { commandsOf, everyCommand, type Token, tokensOf } from './commands.ts'
import type { ForeignContext, ForeignFile, Reach } from './foreign.ts'
import { domainReach } from './hosts.ts'
import { type Anchor, everyPath, gitignorePaths, shortPlace } from './paths.ts'

const known = ['Bash', 'Read', 'Edit', 'Write', 'WebFetch']
const parameters =
  /^(?:run_in_background|timeout|description|dangerouslyDisableSandbox|command|file_path|path|url|notebook_path)\s*:/

export function claudeRule(collection: Collection, said: Said, file: ForeignFile, context: ForeignContext): void {
  const match = /^([\w*-]+)(?:\(([\s\S]*)\))?$/.exec(said.source.trim())
  if (!match) {
    unknown(collection, said, 'it is no rule that is known')
    return
  }
  const [, tool = '', argument] = match
  if (tool.includes('*')) {
    globbed(collection, said, tool)
    return
  }
  if (tool === 'Bash') bash(collection, said, argument)
  else if (['Read', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'Glob', 'Grep', 'LS', 'NotebookRead'].includes(tool))
    path(collection, said, tool, argument, file, context)
  else if (tool === 'WebFetch') fetching(collection, said, argument)
  else if (tool.startsWith('mcp__')) leaveOut(collection, said, 'tools of servers are not part of a policy')
  else leaveOut(collection, said, `there is no tool \`${tool.slice(0, 40)}\` here`)
}

/** A stop that cannot be read could be about anything. */
function unknown(collection: Collection, said: Said, reason: string): void {
  if (said.answer === 'allow') leaveOut(collection, said, reason)
  else addRule(collection, said, 'exec', { narrow: [], wide: undefined, inexact: reason })
}

function globbed(collection: Collection, said: Said, tool: string): void {
  if (said.answer === 'allow') {
    leaveOut(
      collection,
      said,
      tool.startsWith('mcp__') ? 'tools of servers are not part of a policy' : 'a wildcard for tools allows nothing',
    )
    return
  }
  const glob = compileGlob(tool, 'word')
  const tools = known.filter((name) => isGlob(glob) && matchGlob(glob, name))
  if (tools.length === 0) leaveOut(collection, said, 'it is about no tool that there is here')
  for (const name of tools) {
    if (name === 'Bash') addRule(collection, said, 'exec', everyCommand)
    else if (name === 'WebFetch') addRule(collection, said, 'network', { narrow: ['*'], wide: ['*'] })
    else addRule(collection, said, name === 'Read' ? 'read' : 'write', everyPath)
  }
}

function bash(collection: Collection, said: Said, argument: string | undefined): void {
  const text = argument?.trim() ?? '*'
  if (text === '*' || text === '' || text === ':*') {
    addRule(collection, said, 'exec', everyCommand)
    return
  }
  if (parameters.test(text)) {
    leaveOut(collection, said, 'it is about a parameter of the tool, not about a command')
    return
  }
  addRule(collection, said, 'exec', bashReach(text))
}

function bashReach(text: string): Reach {
  if (text.endsWith(':*')) return commandsOf({ tokens: tokensOf(text.slice(0, -2).trimEnd(), '*'), tail: 'boundary' })
  const tokens = tokensOf(text, '*')
  const last = tokens.at(-2)
  const endsFree = tokens.at(-1) === 'any' && typeof last === 'object' && last.text.endsWith(' ')
  if (!endsFree) return commandsOf({ tokens, tail: 'exact' })
  const bounded = commandsOf({ tokens: withoutLast(tokens), tail: 'boundary' })
  if (tokens.filter((token) => token === 'any').length === 1 && text.endsWith(' *')) return bounded
  // Whether ` *` may stand for nothing when there is another wildcard is not documented: narrowly it may not.
  const { narrow } = commandsOf({ tokens, tail: 'exact' })
  return { ...bounded, narrow, inexact: bounded.inexact ?? 'whether the last `*` may be nothing is not known' }
}

function withoutLast(tokens: readonly Token[]): readonly Token[] {
  return tokens.slice(0, -1)
}

function path(
  collection: Collection,
  said: Said,
  tool: string,
  argument: string | undefined,
  file: ForeignFile,
  context: ForeignContext,
): void {
  const area = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'].includes(tool) ? 'write' : 'read'
  if (argument === undefined || argument === '*' || argument === '**') {
    if (area === 'read' && tool !== 'Read')
      leaveOut(collection, said, `there is no tool \`${tool}\` here; rules about reading hold for all that read`)
    else withReads(collection, said, area, everyPath)
    return
  }
  if (tool !== 'Read' && tool !== 'Edit' && said.answer === 'allow') {
    leaveOut(collection, said, `a path is only looked at in \`Read(…)\` and \`Edit(…)\``)
    return
  }
  withReads(collection, said, area, gitignorePaths(anchorOf(argument.trim(), file, context), said.answer !== 'allow'))
}

/** What may not be read may not be written either. */
function withReads(collection: Collection, said: Said, area: 'read' | 'write', reach: Reach): void {
  addRule(collection, said, area, reach)
  if (area === 'read' && said.answer === 'deny') addRule(collection, said, 'write', reach)
}

/** `//` is the root, `~/` the home, `/` the place of the settings, all else the directory of the session. */
function anchorOf(text: string, file: ForeignFile, context: ForeignContext): Anchor {
  if (text.startsWith('//')) return rooted(text.slice(2), context)
  if (text.startsWith('~/')) return { base: '~', rest: text.slice(2), floats: false }
  const rest = text.replace(/^(?:\.\/)+/, '')
  if (!text.startsWith('/')) return { base: '', rest, floats: !/^\.\//.test(text) || !rest.includes('/') }
  return { base: placeOf(file, context), rest: text.slice(1), floats: false }
}

/** An absolute path that leads into the workspace is told from there. */
function rooted(text: string, { workspace }: ForeignContext): Anchor {
  const inside = `${workspace.slice(1)}/`
  return text.startsWith(inside)
    ? { base: '', rest: text.slice(inside.length), floats: false }
    : { base: '/', rest: text, floats: false }
}

function placeOf({ path: file }: ForeignFile, context: ForeignContext): string {
  const directory = file.slice(0, file.lastIndexOf('/')) || '/'
  const isProject = directory === `${context.workspace}/.claude`
  return isProject ? '' : shortPlace(directory, context)
}

function fetching(collection: Collection, said: Said, argument: string | undefined): void {
  if (argument === undefined || argument === '*') {
    addRule(collection, said, 'network', { narrow: ['*'], wide: ['*'] })
    return
  }
  const domain = /^domain:(.+)$/.exec(argument.trim())?.[1]
  addRule(
    collection,
    said,
    'network',
    domain === undefined ? { narrow: [], wide: undefined, inexact: 'it names no domain' } : domainReach(domain),
  )
}
