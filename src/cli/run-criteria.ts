// The criteria that a person adds to a run by flags or by a file.
import { Fault } from '../base/fault.ts'
import { asObject, decodeJson, type Json } from '../base/json.ts'

export interface WantedCriterion {
  readonly text: string
  /** A command; absent: a person attests. */
  readonly verify?: string
  readonly required: boolean
  readonly scope: readonly string[]
}

/** `--criterion T --verify C`, paired by position; more `--verify` than `--criterion` is wrong usage. */
export function pairCriteria(texts: readonly string[], commands: readonly string[]): readonly WantedCriterion[] {
  if (commands.length > texts.length)
    throw new Fault('usage', `there are ${commands.length} of \`--verify\` for ${texts.length} of \`--criterion\``, {
      help: 'they are paired by position: --criterion "tests pass" --verify "npm test"',
    })
  return texts.map((text, index) => {
    const verify = commands[index]
    return checked({ text, required: true, scope: [], ...(verify === undefined ? {} : { verify }) }, '--criterion')
  })
}

/** Throws a fault `usage` for anything that is not understood: a criterion that is silently dropped would prove nothing. */
export function parseProofFile(content: string, file: string): readonly WantedCriterion[] {
  const decoded = decodeJson(content)
  const object = decoded.ok ? asObject(decoded.value) : undefined
  const criteria = object?.criteria
  if (!Array.isArray(criteria) || Object.keys(object ?? {}).length !== 1) throw wrong(file, 'expected {"criteria":[…]}')
  return criteria.map((criterion: Json, index: number) => parseCriterion(criterion, `${file}, criterion ${index + 1}`))
}

function parseCriterion(value: Json, place: string): WantedCriterion {
  const object = asObject(value)
  if (!object) throw wrong(place, 'expected an object')
  const { text, verify, required = true, scope = [], ...others } = object
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw wrong(place, `\`${unknown}\` is no member of a criterion`)
  if (typeof text !== 'string') throw wrong(place, '`text` is missing')
  if (typeof required !== 'boolean') throw wrong(place, '`required` is true or false')
  if (verify !== undefined && typeof verify !== 'string') throw wrong(place, '`verify` is a command')
  const patterns = typeof scope === 'string' ? [scope] : scope
  if (!isTexts(patterns)) throw wrong(place, '`scope` is a list of path patterns')
  return checked({ text, required, scope: patterns, ...(verify === undefined ? {} : { verify }) }, place)
}

function isTexts(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function checked(criterion: WantedCriterion, place: string): WantedCriterion {
  if (criterion.text.trim() === '') throw wrong(place, 'a criterion needs a text')
  if (criterion.verify?.trim() === '') throw wrong(place, 'a command that proves a criterion is not empty')
  return criterion
}

function wrong(place: string, found: string): Fault {
  return new Fault('usage', `${place}: ${found}`, {
    help: '{"criteria":[{"text":"tests pass","verify":"npm test","required":true,"scope":["src/**"]}]}',
  })
}
