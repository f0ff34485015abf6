// `reeve criteria`: what a person may do to criteria. A policy's own criteria are defined in the policy.
import { array, flag, multioption, option, optional, positional, restPositionals, string } from 'cmd-ts'

import { Fault } from '../base/fault.ts'
import { addCriterion, type CriterionChange, changeCriterion } from '../proof/acts.ts'
import { judge } from '../proof/judge.ts'
import { openSession } from '../session/open.ts'
import type { Session } from '../session/session.ts'
import { define } from './define.ts'
import { openOptions, sessionArgs } from './session-args.ts'
import { seenOf, statusesJson, statusLines, trustNote } from './status-view.ts'

interface Wish {
  readonly id: string | undefined
  readonly verify: string | undefined
  readonly required: boolean
  readonly scope: readonly string[]
  readonly because: string | undefined
}

export const subcommand = define({
  name: 'criteria',
  description: 'a person adds a criterion, edits its text, says whether it is required or does not apply',
  examples: [
    {
      description: 'a criterion that a command proves',
      command: 'reeve criteria add "tests pass" --verify "npm test" --required',
    },
    { description: 'another text', command: 'reeve criteria edit tests-pass "all tests pass"' },
    { description: 'required, or not', command: 'reeve criteria optional tests-pass' },
    {
      description: 'not applicable, with a reason',
      command: 'reeve criteria na tests-pass --because "documentation only"',
    },
  ],
  args: {
    ...sessionArgs,
    action: positional({ displayName: 'add|edit|required|optional|na', type: string }),
    words: restPositionals({ displayName: 'TEXT or ID', type: string }),
    id: option({ long: 'id', type: optional(string), description: 'for add: the id; made from the text when absent' }),
    verify: option({ long: 'verify', type: optional(string), description: 'for add: the command that proves it' }),
    required: flag({ long: 'required', description: 'for add: the verdict waits for it' }),
    scope: multioption({
      long: 'scope',
      type: array(string),
      description: 'for add: path patterns whose change expires its evidence',
    }),
    because: option({ long: 'because', type: optional(string), description: 'for na: why, for the auditor' }),
    json: flag({ long: 'json', description: 'one JSON object' }),
  },
  run: async (values, host) => {
    const act = actOf(values.action, values.words, values)
    const session = await openSession(host, openOptions(host, values))
    try {
      const id = await act(session)
      const status = judge(session, await session.observe('workspace')).filter(({ criterion }) => criterion.id === id)
      const seen = seenOf(session)
      host.terminal.err(trustNote(seen))
      host.terminal.out(values.json ? statusesJson(status, seen, 0) : statusLines(status, seen))
      return 0
    } finally {
      await session.release()
    }
  },
})

type Act = (session: Session) => Promise<string>

function actOf(action: string, words: readonly string[], wish: Wish): Act {
  const [first, second, ...more] = words
  if (first === undefined || more.length > 0) throw wrong(action)
  if (action === 'add' && second === undefined) return (session) => addCriterion(session, added(first, wish))
  if (action === 'edit' && second !== undefined) return changing(first, { action: 'edit', text: second })
  if (second !== undefined) throw wrong(action)
  if (action === 'required' || action === 'optional') return changing(first, { action })
  if (action === 'na' && wish.because !== undefined)
    return changing(first, { action: 'not-applicable', because: wish.because })
  throw wrong(action)
}

function added(text: string, { id, verify, required, scope }: Wish) {
  return { text, required, scope, ...(id === undefined ? {} : { id }), ...(verify === undefined ? {} : { verify }) }
}

function changing(id: string, change: CriterionChange): Act {
  return async (session) => {
    await changeCriterion(session, id, change)
    return id
  }
}

const forms: Readonly<Record<string, string>> = {
  add: 'reeve criteria add TEXT [--id ID] [--verify COMMAND] [--required] [--scope GLOB]',
  edit: 'reeve criteria edit ID TEXT',
  required: 'reeve criteria required ID',
  optional: 'reeve criteria optional ID',
  na: 'reeve criteria na ID --because WHY',
}

function wrong(action: string): Fault {
  const form = forms[action]
  return form
    ? new Fault('usage', `\`criteria ${action}\` is used otherwise`, { help: form })
    : new Fault('usage', `no act \`${action}\` on criteria`, { help: Object.values(forms).join('; ') })
}
