import type { Finding } from '../exchange-contract.ts'
import { PartTranslation, type Translations } from '../language-contract.ts'
import { stateOf } from '../translations/texts-domain.ts'
import { headingFor } from './language-domain.ts'
import { cut, most, type Row } from './rows-domain.ts'
import { ownColumns, readOwn } from './xlsform-domain.ts'

type Texts = { readonly text: string; readonly hint?: string | null }
type Columns = Texts & { readonly outdated: string }

/** The columns with the translations of a part. An outdated one is in a column of ours: others would show it as current. */
export const partColumns = {
  form: { text: ownColumns.title, outdated: ownColumns.outdated },
  section: { text: 'label', outdated: ownColumns.outdated },
  question: { text: 'label', hint: 'hint', outdated: ownColumns.outdated },
  option: { text: 'label', hint: ownColumns.hint, outdated: ownColumns.outdated },
  /** Of a question by value: the text that older phones show beside its field. */
  field: { text: ownColumns.field, outdated: ownColumns.outdatedField },
} satisfies Record<string, Columns>

/** The translations of a part in its row. */
export function translationsIn(
  { others }: Row,
  own: Texts,
  columns: Columns,
  at: Pick<Finding, 'sheet' | 'line' | 'name'>,
  findings: Finding[],
): { translations?: Translations } {
  const found = [...others].map(([tag, cells]): [string, PartTranslation] => {
    const texts = fields.flatMap((field) => {
      const to = cells.get(columns[field] ?? '')
      const from = own[field]
      return to && from ? [[field, { to: cut(to, most.text, at, findings), from }]] : []
    })
    return [
      tag,
      {
        ...outdatedIn(cells.get(columns.outdated), { ...at, name: columns.outdated }, findings),
        ...Object.fromEntries(texts),
      },
    ]
  })
  const filled = found.filter(([, part]) => Object.keys(part).length > 0)
  return filled.length > 0 ? { translations: Object.fromEntries(filled) } : {}
}

const fields = ['text', 'hint'] as const

function outdatedIn(
  cell: string | undefined,
  at: Pick<Finding, 'sheet' | 'line' | 'name'>,
  findings: Finding[],
): PartTranslation {
  if (cell === undefined) return {}
  const outdated = readOwn(PartTranslation, cell)
  if (!outdated) findings.push({ ...at, why: 'column', detail: cell })
  return outdated ?? {}
}

type Titled = { readonly title: string; readonly translations?: Translations }

/** The title of a section: inner groups are named after outer ones, also in other languages. */
export function titleOf(groups: readonly Titled[]): {
  description: string
  translations?: Translations
} {
  const joined = (titles: readonly string[], longest: number) =>
    titles.join(' – ').slice(0, longest)
  const from = joined(
    groups.map(({ title }) => title),
    most.section,
  )
  const [only, ...more] = groups
  if (only?.translations && more.length === 0)
    return { description: from, translations: only.translations }
  const tags = new Set(groups.flatMap(({ translations = {} }) => Object.keys(translations)))
  const translated = [...tags].map((tag) => {
    const titles = groups.map(({ title, translations }) => translations?.[tag]?.text?.to ?? title)
    return [tag, { text: { to: joined(titles, most.text), from } }]
  })
  return {
    description: from,
    ...(tags.size > 0 && { translations: Object.fromEntries(translated) }),
  }
}

/** How the headings name the languages of a form, by their tags. */
export type Headings = ReadonlyMap<string, string>
export const headingsFor = (languages: readonly string[] = []): Headings =>
  new Map(languages.map((tag) => [tag, headingFor(tag)]))

/** The translations of a part as cells, by their headings: the inverse. */
export function translatedCells(
  headings: Headings,
  { translations }: { readonly translations?: Translations | undefined },
  own: Texts,
  columns: Columns,
): Record<string, string> {
  return Object.fromEntries(
    [...headings].flatMap(([tag, heading]) => {
      const texts = fields.flatMap((field) => {
        const one = translations?.[tag]?.[field]
        return one?.to ? [{ field, one, isCurrent: stateOf(own[field] ?? '', one) === 'done' }] : []
      })
      const outdated = texts.filter(({ isCurrent }) => !isCurrent)
      const cells = fields.flatMap((field) => {
        const current = texts.find((each) => each.field === field && each.isCurrent)
        const { [field]: column }: Texts = columns
        return column ? [[`${column}::${heading}`, current?.one.to ?? '']] : []
      })
      const kept = Object.fromEntries(outdated.map(({ field, one }) => [field, one]))
      const cell = outdated.length > 0 ? JSON.stringify(kept) : ''
      return [...cells, [`${columns.outdated}::${heading}`, cell]]
    }),
  )
}
