// What each tool takes. The shapes are zod's, so that the schema the model is shown and the check of what it sends are one
// text; nothing that fails the check ever reaches a tool.
import { z } from 'zod'

import { decodeJson, type Json } from '../base/json.ts'
import type { ToolDescription } from '../model/model.ts'

const path = z.string().min(1).max(4096).describe('relative to the workspace, or absolute')
const cwd = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('directory, relative to the workspace; default: the workspace')
const timeoutMs = z.int().min(1).max(86_400_000).optional().describe("at most the policy's own limit counts")
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional()
  .describe('the sha256 that read_file told; the write is refused when the file has changed since')

const shapes = {
  run_process: z.strictObject({
    command: z.string().min(1).max(4096).describe('the program'),
    args: z.array(z.string().max(131_072)).max(4096).optional().describe('its arguments, one by one'),
    cwd,
    timeoutMs,
  }),
  shell: z.strictObject({ command: z.string().min(1).max(65_536).describe('one line of shell text'), cwd, timeoutMs }),
  read_file: z.strictObject({
    path,
    startLine: z.int().min(1).max(100_000_000).optional(),
    limit: z.int().min(1).max(2000).optional().describe('how many lines; default 400'),
  }),
  write_file: z.strictObject({ path, content: z.string().max(4_194_304), expectedHash: sha256 }),
  edit_file: z.strictObject({
    path,
    oldText: z.string().min(1).max(1_048_576).describe('must occur exactly once'),
    newText: z.string().max(1_048_576),
    expectedHash: sha256,
  }),
  list_files: z.strictObject({
    path: z.string().max(4096).optional().describe('directory; default: the workspace'),
    pattern: z
      .string()
      .max(1024)
      .optional()
      .describe('glob over paths relative to the workspace, such as `src/**/*.ts`'),
  }),
  search_text: z.strictObject({
    text: z.string().min(1).max(1024).describe('literal text'),
    pattern: z.string().max(1024).optional().describe('glob over paths relative to the workspace'),
  }),
  get_goal: z.strictObject({}),
  update_goal: z.strictObject({
    status: z.enum(['complete', 'blocked']),
    summary: z.string().min(1).max(2000).describe('what was done, or what blocks'),
  }),
}

export type ToolName = keyof typeof shapes
export type ToolArguments<Name extends ToolName> = z.infer<(typeof shapes)[Name]>

const purposes: Readonly<Record<ToolName, string>> = {
  run_process: 'Runs one program with its arguments, without a shell. The exit code and output come back.',
  shell: 'Runs shell text. Prefer run_process: a criterion is proven by exactly its command, alone.',
  read_file: 'Reads a text file with line numbers, and tells its sha256.',
  write_file: 'Writes a whole file, atomically. An existing file must have been read before.',
  edit_file: 'Replaces one text in a file that occurs exactly once, atomically.',
  list_files: 'Lists files of the workspace.',
  search_text: 'Finds lines with a literal text in the files of the workspace.',
  get_goal: 'Tells the task, each criterion with its status, and the exact command or act that would prove it.',
  update_goal: 'Says that the goal is complete, or blocked. Complete is refused while evidence is missing.',
}

/** Sizes are checked but not shown: some servers turn the schema into a grammar, which such numbers make huge. */
const unshown = ['minLength', 'maxLength', 'maxItems', 'minimum', 'maximum', 'pattern'] as const

export function describeTools(names: readonly ToolName[]): readonly ToolDescription[] {
  return names.map((name) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(shapes[name], {
      override: ({ jsonSchema }) => {
        for (const key of unshown) delete jsonSchema[key]
      },
    })
    return { name, description: purposes[name], parameters: JSON.parse(JSON.stringify(parameters)) as Json }
  })
}

export const toolNames = Object.keys(shapes) as readonly ToolName[]

type CheckedArguments<Name extends ToolName> =
  | { readonly ok: true; readonly value: ToolArguments<Name> }
  /** For the model: what is wrong with what it sent. */
  | { readonly ok: false; readonly problem: string }

/** No arguments at all (`""`) are the empty object: some servers leave them out for a tool that needs none. */
export function checkArguments<Name extends ToolName>(name: Name, text: string): CheckedArguments<Name> {
  const decoded = decodeJson(text.trim() === '' ? '{}' : text)
  if (!decoded.ok) return { ok: false, problem: 'the arguments are no complete JSON object' }
  const checked = shapes[name].safeParse(decoded.value)
  if (checked.success) return { ok: true, value: checked.data as ToolArguments<Name> }
  return { ok: false, problem: `the arguments do not fit: ${checked.error.issues.map(described).join('; ')}` }
}

function described(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? issue.message : `${issue.path.map(String).join('.')}: ${issue.message}`
}
