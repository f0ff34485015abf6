// The agent's hands. Each call is checked, passes the guard, and comes back as a bounded text; what the model did wrong is an
// answer to the model, never an exception and never a tool's business.
import { Fault } from '../base/fault.ts'
import { checkArguments, describeTools, type ToolArguments, type ToolName, toolNames } from './arguments.ts'
import { commandTool } from './command-tools.ts'
import type { NumberedCall } from './event.ts'
import { editFile, listFiles, readFile, searchText, writeFile } from './file-tools.ts'
import type { SessionGoal } from './goal.ts'
import { type Answer, failed, finished, type Hands } from './hands.ts'
import type { Toolbox } from './loop.ts'

export function openToolbox(hands: Hands, goal: SessionGoal): Toolbox {
  return {
    descriptions: describeTools(toolNames),
    call: async ({ id, call }) => finished(hands.session, call.name, await answer(hands, goal, { id, call })),
  }
}

async function answer(hands: Hands, goal: SessionGoal, { id, call }: NumberedCall): Promise<Answer> {
  const name = toolNames.find((candidate) => candidate === call.name)
  if (!name)
    return failed(`error: there is no tool \`${call.name.slice(0, 64)}\`; the tools are ${toolNames.join(', ')}`)
  const checked = checkArguments(name, call.arguments)
  if (!checked.ok) return failed(`error: ${checked.problem}; the call was not made`)
  try {
    return await dispatch(hands, goal, { id, name, given: checked.value })
  } catch (error) {
    // A file that cannot be read is the model's to deal with; a vanished workspace or a broken ledger ends the run.
    if (error instanceof Fault && error.code === 'io') return failed(`error: ${error.message}`)
    throw error
  }
}

type Dispatch = { readonly id: string; readonly name: ToolName; readonly given: ToolArguments<ToolName> }

async function dispatch(hands: Hands, goal: SessionGoal, { id, name, given }: Dispatch): Promise<Answer> {
  const tools: { readonly [Name in ToolName]: (args: ToolArguments<Name>) => Promise<Answer> } = {
    run_process: ({ command, args = [], ...more }) =>
      commandTool(hands, id, 'run_process', { ...more, argv: [command, ...args] }),
    shell: ({ command, ...more }) => commandTool(hands, id, 'shell', { ...more, text: command }),
    read_file: (args) => readFile(hands, id, args),
    write_file: (args) => writeFile(hands, id, args),
    edit_file: (args) => editFile(hands, id, args),
    list_files: (args) => listFiles(hands, id, args),
    search_text: (args) => searchText(hands, id, args),
    get_goal: async () => ({ outcome: 'done', text: await goal.describe() }),
    update_goal: (args) => goal.update(args),
  }
  return await (tools[name] as (args: ToolArguments<ToolName>) => Promise<Answer>)(given)
}
