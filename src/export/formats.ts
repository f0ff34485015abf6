// Every form in which a proof document leaves: for people, for programs, for spreadsheets, for test and code-scanning dashboards.
import { csv } from './csv.ts'
import type { ProofDocument } from './document.ts'
import { githubAnnotations, githubSummary } from './github.ts'
import { junit } from './junit.ts'
import { proofJson } from './make.ts'
import { proofMarkdown } from './markdown.ts'
import { sarif } from './sarif.ts'

export const formats = {
  json: proofJson,
  md: proofMarkdown,
  csv,
  junit,
  sarif,
  github: githubSummary,
  annotations: githubAnnotations,
} as const satisfies Readonly<Record<string, (document: ProofDocument) => string>>

export const formatNames = Object.keys(formats) as (keyof typeof formats)[]
