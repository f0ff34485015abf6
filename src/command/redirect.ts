// Redirections as file effects, and here-documents as what they are: inert text, text with expansions, or a shell's script.
import type { HereDoc, HereString, Redirect, Redirection as RedirectionNode } from 'unbash'

import type { Redirection, Word } from './command.ts'
import { literalBody } from './heredoc.ts'
import { assign, type Feed, placeOf, refuse, type Spot } from './reader.ts'
import { expandBody, expandOne } from './words.ts'

export interface Redirected {
  readonly redirections: readonly Redirection[]
  /** What standard input is, where the text says so. */
  readonly feed?: Feed
}

/** Reads redirections in written order; the last one for standard input feeds the command. */
export function redirectionsOf(spot: Spot, nodes: readonly RedirectionNode[]): Redirected {
  const redirections: Redirection[] = []
  let feed: Feed | undefined
  for (const node of nodes) {
    const { descriptor } = node
    if (descriptor?.type === 'FileDescriptorVariable') {
      assign(spot.reader, descriptor.name, 'any', placeOf(spot.scope, node))
      refuse(spot.reader, 'a redirection sets a variable', placeOf(spot.scope, node))
    }
    const isInput = descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0)
    if (node.type === 'Redirect') {
      redirections.push(...fileRedirection(spot, node))
      if (isInput && node.operator.startsWith('<')) feed = { kind: 'unknown' }
    } else {
      const text = node.type === 'HereDoc' ? hereDocument(spot, node) : hereString(spot, node)
      redirections.push({ access: 'copy', place: placeOf(spot.scope, node) })
      if (isInput) feed = text.kind === 'literal' ? { kind: 'text', text: text.text } : { kind: 'unknown' }
    }
  }
  return { redirections, ...(feed === undefined ? {} : { feed }) }
}

function fileRedirection(spot: Spot, node: Redirect): readonly Redirection[] {
  const { reader, scope } = spot
  const place = placeOf(scope, node)
  if (node.target === undefined) {
    refuse(reader, 'a redirection has no target', place)
    return []
  }
  if (scope.dialect !== 'bash' && /&>|>&/.test(node.operator) && !/^[\d-]+$/.test(node.target.text)) {
    refuse(reader, `not every shell reads \`${node.operator}\` alike`, place)
  }
  const [first] = node.target.parts ?? []
  const target = expandOne(spot, node.target, 'single')
  if (first?.type === 'ProcessSubstitution' && node.target.parts?.length === 1) return [{ access: 'copy', place }]
  if (/^\/dev\/(tcp|udp)\//.test(target.kind === 'literal' ? target.text : target.prefix)) {
    refuse(reader, 'a redirection reaches the network', place)
  }
  const isCopy = /^[<>]&$/.test(node.operator) && target.kind === 'literal' && /^(\d*-?)$/.test(target.text)
  if (isCopy) return [{ access: 'copy', place }]
  const read: Redirection = { access: 'read', target, place }
  const write: Redirection = { access: 'write', target, place }
  if (node.operator === '<>') return [read, write]
  return [node.operator.startsWith('<') ? read : write]
}

/** A quoted delimiter makes the body inert; else its expansions are read like those of a quoted text. */
function hereDocument(spot: Spot, node: HereDoc): Word {
  const place = placeOf(spot.scope, node)
  const { body, delimiter, closing } = node
  if (delimiter === undefined || closing === undefined) refuse(spot.reader, 'a here-document does not end', place)
  const text = literalBody(node)
  return text === undefined ? expandBody(spot, body.parts ?? [], body.text, place) : { kind: 'literal', text, place }
}

function hereString(spot: Spot, node: HereString): Word {
  const place = placeOf(spot.scope, node)
  if (spot.scope.dialect !== 'bash') refuse(spot.reader, 'not every shell knows a here-string', place)
  if (node.target !== undefined) return expandOne(spot, node.target, 'single')
  refuse(spot.reader, 'a here-string has no text', place)
  return { kind: 'literal', text: '', place }
}
