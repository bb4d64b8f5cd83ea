import type * as z from 'zod'
import type { QuestionKind } from '../kind-contract.ts'
import { allKinds } from '../kind-domain.ts'
import { tagOf } from './language-domain.ts'

/** The sheets of an XLSForm that are read. */
export const sheetNames = ['survey', 'choices', 'settings'] as const
export type SheetName = (typeof sheetNames)[number]

/** Columns of ours, for what XLSForm cannot say; other programs ignore them. */
export const ownColumns = {
  code: 'veghe_code',
  unit: 'veghe_unit',
  flagged: 'veghe_flagged',
  hint: 'veghe_hint',
  freeText: 'veghe_free_text',
  shownIf: 'veghe_shown_if',
  checks: 'veghe_checks',
  details: 'veghe_details',
  diaspora: 'veghe_diaspora',
  series: 'veghe_series',
  language: 'veghe_language',
  title: 'veghe_title',
  field: 'veghe_field',
  outdated: 'veghe_outdated',
  outdatedField: 'veghe_outdated_field',
} as const

/** The name of a part whose code XLSForm does not allow. */
export const madeName = (number: number) => `_veghe_${number}`
export const isMade = (name: string) => /^_veghe_\d+$/.test(name)

/** A heading: `label::English (en)` is a label in a language, by its tag where that is known. */
export type Heading = { readonly name: string; readonly language: string }

const aliases: Readonly<Record<string, string>> = {
  'list name': 'list_name',
  value: 'name',
  caption: 'label',
  relevance: 'relevant',
  'media::image': 'image',
  'media::audio': 'audio',
  'media::video': 'video',
}

export function headingOf(text: string): Heading {
  const [name = '', ...rest] = text
    .toLowerCase()
    .trim()
    .split(/\s*::?\s*/)
  const isMedia = name === 'media' && rest.length > 0
  const whole = isMedia ? `media::${rest.shift()}` : name
  const language = rest.join(' ')
  return {
    name: aliases[whole] ?? whole.replaceAll(' ', '_'),
    language: tagOf(language) ?? language,
  }
}

export type RowType =
  | { readonly is: 'begin'; readonly isRepeat: boolean }
  | { readonly is: 'end' }
  | {
      readonly is: 'choice'
      readonly isSingle: boolean
      readonly list: string
      readonly hasOther: boolean
    }
  | { readonly is: 'value'; readonly kind: QuestionKind }
  | { readonly is: 'range' }
  | { readonly is: 'unknown' }

/** The kind of each type without parameters. Where two kinds have a type, it is the one without an appearance. */
const valueKinds: ReadonlyMap<string, QuestionKind> = new Map(
  allKinds.flatMap(([kind, { xlsform, alsoRead = [] }]) =>
    (xlsform && !xlsform.appearance ? [xlsform.type.toLowerCase(), ...alsoRead] : []).map(
      (type): [string, QuestionKind] => [type, kind],
    ),
  ),
)

const choice =
  /^(select[ _]one|select1|select[ _]multiple|select all that apply)(?: from)? (\S+)( or[ _](?:specify[ _])?other)?$/i

/** Reads the type of a row, in today's words and in older ones. */
export function typeOf(cell: string): RowType {
  const type = cell.trim().replace(/\s+/g, ' ')
  const [, side, group] = /^(begin|end)[ _](group|repeat|loop)\b/i.exec(type) ?? []
  if (side && group)
    return side.toLowerCase() === 'end'
      ? { is: 'end' }
      : { is: 'begin', isRepeat: group.toLowerCase() !== 'group' }
  const [, verb, list, other] = choice.exec(type) ?? []
  if (verb && list)
    return {
      is: 'choice',
      isSingle: /one|1/i.test(verb),
      list,
      hasOther: other !== undefined,
    }
  if (type.toLowerCase() === 'range') return { is: 'range' }
  const kind = valueKinds.get(type.toLowerCase())
  return kind ? { is: 'value', kind } : { is: 'unknown' }
}

export type Limits = { readonly min: number | null; readonly max: number | null }

export const writtenLimits = ({ min, max }: Limits): string =>
  [min === null ? '' : `. >= ${min}`, max === null ? '' : `. <= ${max}`]
    .filter(Boolean)
    .join(' and ')

/** Reads the smallest and largest number of a constraint; undefined where it says anything else. */
export function readLimits(constraint: string, isWhole: boolean): Limits | undefined {
  const parts = constraint.split(/\band\b/i).map((part) => limitIn(part, isWhole))
  const limits: Limits = Object.assign({ min: null, max: null }, ...parts)
  const known = Object.values(limits).filter((limit) => limit !== null)
  // Less is known than stated: a part says something else, or two say the same limit.
  return known.length < parts.length ? undefined : limits
}

function limitIn(part: string, isWhole: boolean): Partial<Limits> | undefined {
  const [, sign, equal, written = ''] =
    /^[\s(]*\.\s*([<>])(=?)\s*([^\s()]+)[\s)]*$/.exec(part) ?? []
  const limit = Number(written)
  // Only of whole numbers it is known which comes next.
  const isKnown = equal === '=' || (isWhole && Number.isInteger(limit))
  if (!sign || !Number.isFinite(limit) || !isKnown) return undefined
  const step = equal === '=' ? 0 : 1
  return sign === '>' ? { min: limit + step } : { max: limit - step }
}

/** The `start`, `end` and `step` of a range. */
export function rangeOf(parameters: string): { start: number; end: number; step: number } {
  const [start, end, step] = ['start', 'end', 'step'].map((name) =>
    Number(new RegExp(`\\b${name}\\s*=\\s*(-?[\\d.]+)`, 'i').exec(parameters)?.[1] ?? Number.NaN),
  )
  const or = (given: number | undefined, preset: number) =>
    given === undefined || Number.isNaN(given) ? preset : given
  return { start: or(start, 1), end: or(end, 10), step: or(step, 1) }
}

/** Reads a yes or no; an empty cell is no, any other text undefined. */
export function readFlag(cell: string): boolean | undefined {
  if (/^(yes|true(\(\))?|1(\.0)?)$/i.test(cell)) return true
  return cell === '' || /^(no|false(\(\))?|0(\.0)?)$/i.test(cell) ? false : undefined
}

/** Parses the JSON in a cell that we exported; undefined for any other text. */
export function readOwn<Schema extends z.ZodType>(
  schema: Schema,
  cell: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(cell)).data
  } catch {
    return undefined
  }
}
