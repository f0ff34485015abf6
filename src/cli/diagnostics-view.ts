// Diagnostics for programs: one JSON object, or a SARIF 2.1.0 log that code hosts and editors read.
import type { Diagnostic, DiagnosticCode } from '../base/diagnostic.ts'
import { encodeJson, type Json } from '../base/json.ts'
import { relativePath } from '../base/path.ts'
import { positionAt, type Span } from '../base/span.ts'
import { version } from '../base/version.ts'
import type { Host } from '../host/host.ts'
import type { Loaded, LoadedSource } from '../policy/loaded.ts'

export interface Findings {
  readonly loaded: Loaded
  readonly diagnostics: readonly Diagnostic[]
  readonly isOk: boolean
}

export function findingsJson({ loaded, diagnostics, isOk }: Findings): string {
  const policy = loaded.kind === 'policy' ? loaded.policy : undefined
  return `${encodeJson({
    ok: isOk,
    ...(policy ? { name: policy.name, digest: `sha256:${policy.digest}` } : {}),
    files: loaded.sources.map(({ file, path }) => ({ file, ...(path === undefined ? {} : { path }) })),
    diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic, loaded.sources)),
  })}\n`
}

export function diagnosticJson(
  { code, severity, message, span, help, notes }: Diagnostic,
  sources: readonly LoadedSource[],
): Json {
  return {
    code,
    severity,
    message,
    ...placeJson(span, sources),
    ...(help === undefined ? {} : { help }),
    notes: notes.map((note) => ({ message: note.message, ...(note.span ? placeJson(note.span, sources) : {}) })),
  }
}

/** Offsets count UTF-16 units from 0, lines and columns from 1. */
export function placeJson(
  { file, start, end }: Span,
  sources: readonly LoadedSource[],
): { readonly [key: string]: Json } {
  const source = sources.find((other) => other.file === file)
  if (!source) return { file }
  const [from, to] = [positionAt(source.text, start), positionAt(source.text, end)]
  return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column, start, end }
}

/** `titleOf` says in a few words what a code means. Paths are given from the working directory. */
export function findingsSarif(
  host: Host,
  { loaded, diagnostics }: Findings,
  titleOf: (code: DiagnosticCode) => string,
): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort()
  const place = (span: Span) => placeSarif(host, span, loaded.sources)
  const results = diagnostics.map(({ code, severity, message, span, help, notes }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: help === undefined ? message : `${message}\nhelp: ${help}` },
    locations: [place(span)],
    relatedLocations: notes.flatMap((note) =>
      note.span ? [{ ...place(note.span), message: { text: note.message } }] : [],
    ),
  }))
  const rules = codes.map((id) => ({
    id,
    shortDescription: { text: titleOf(id) },
    help: { text: `reeve explain ${id}` },
    defaultConfiguration: { level: id.startsWith('RV5') ? 'warning' : 'error' },
  }))
  return `${encodeJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Reeve', semanticVersion: version, rules } },
        columnKind: 'unicodeCodePoints',
        results,
      },
    ],
  })}\n`
}

function placeSarif(
  host: Host,
  { file, start, end }: Span,
  sources: readonly LoadedSource[],
): { readonly [key: string]: Json } {
  const source = sources.find((other) => other.file === file)
  const path = source?.path
  const name = path === undefined ? file : (relativePath(path, host.workingDirectory) ?? path)
  const uri = encodeURI(name).replaceAll('#', '%23').replaceAll('?', '%3F')
  if (!source) return { physicalLocation: { artifactLocation: { uri } } }
  const [from, to] = [positionAt(source.text, start), positionAt(source.text, end)]
  const region = { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column }
  return { physicalLocation: { artifactLocation: { uri }, region } }
}
