// Manifests as data. A text that cannot be read is noted and counts as absent: whatever stands in it suggests nothing.
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'

import { asObject, decodeJson, type Json } from '../base/json.ts'
import { parseReport, type XmlElement } from '../figures/xml.ts'
import type { Project } from './preset.ts'

const yamlLength = 65_536
const yamlLine = 2000
const yamlDepth = 64

export type Table = { readonly [key: string]: Json | undefined }

export function readJson(project: Project, path: string): Table | undefined {
  return read(project, path, 'JSON', (text) => {
    const decoded = decodeJson(text)
    return decoded.ok ? decoded.value : undefined
  })
}

/** With `//` and block comments, as `deno.jsonc` has them. */
export function readJsonWithComments(project: Project, path: string): Table | undefined {
  return read(project, path, 'JSON with comments', (text) => {
    const decoded = decodeJson(withoutComments(text))
    return decoded.ok ? decoded.value : undefined
  })
}

export function readToml(project: Project, path: string): Table | undefined {
  return read(project, path, 'TOML', (text) => parseToml(text, { maxDepth: 64, integersAsBigInt: 'asNeeded' }))
}

/** Unknown tags are no mistake: GitLab has its own. */
export function readYaml(project: Project, path: string): Table | undefined {
  return read(project, path, 'YAML', (text) => {
    if (isSlow(text)) return undefined
    const document = parseDocument(text, { logLevel: 'silent', strict: false, uniqueKeys: false })
    return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 50 })
  })
}

/** Of long texts, long lines and deep brackets the parser's time grows with the square. */
function isSlow(text: string): boolean {
  if (text.length > yamlLength || text.split('\n').some((line) => line.length > yamlLine)) return true
  let depth = 0
  for (const char of text) {
    if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    if (depth > yamlDepth) return true
  }
  return false
}

export function readXml(project: Project, path: string): XmlElement | undefined {
  return project.once(`XML ${path}`, () => {
    const text = project.read(path)
    if (text === undefined) return undefined
    const found = attempt(() => parseReport(text))
    if (typeof found === 'object') return found
    project.note(path, 'no XML that can be read')
    return undefined
  })
}

/** False for a manifest of a known form that cannot be read: nothing in it counts. */
export function isReadable(project: Project, path: string): boolean {
  if (path.endsWith('.toml')) return readToml(project, path) !== undefined
  if (/\.jsonc?$/.test(path)) return readJsonWithComments(project, path) !== undefined
  if (/\.ya?ml$/.test(path)) return readYaml(project, path) !== undefined
  return path !== 'pom.xml' || readXml(project, path) !== undefined
}

function read(project: Project, path: string, form: string, parse: (text: string) => unknown): Table | undefined {
  return project.once(`${form} ${path}`, () => {
    const text = project.read(path)
    if (text === undefined) return undefined
    const found = asObject(attempt(() => parse(text)) as Json | undefined)
    if (!found) project.note(path, `no ${form} that can be read`)
    return found
  })
}

/** Deep nesting ends a parser's stack. */
function attempt<Value>(parse: () => Value): Value | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/** Read once from the front: a pattern would go back and forth over what is never closed. */
function withoutComments(text: string): string {
  const kept: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at)
    if (text[at] !== '/' || end === at + 1) kept.push(text.slice(at, end))
    at = end
  }
  return kept.join('')
}

/** Where the string or comment that begins here ends; else the next character. */
function endOfPart(text: string, at: number): number {
  if (text[at] === '"') {
    let end = at + 1
    while (end < text.length && text[end] !== '"' && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1
    return end + 1
  }
  const isLine = text.startsWith('//', at)
  if (!isLine && !text.startsWith('/*', at)) return at + 1
  const close = text.indexOf(isLine ? '\n' : '*/', at + 2)
  return close === -1 ? text.length : close + (isLine ? 0 : 2)
}

/** A member that is the object's own, whatever it is called. */
export function member(table: Table | undefined, ...keys: readonly string[]): Json | undefined {
  let value: Json | undefined = table
  for (const key of keys) {
    const object = asObject(value)
    value = object && Object.hasOwn(object, key) ? object[key] : undefined
  }
  return value
}

export function strings(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
