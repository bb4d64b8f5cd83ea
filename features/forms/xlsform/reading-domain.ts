import type { Language } from '#kit/contract/copy.ts'
import { fieldText, plain } from '../details-domain.ts'
import type { Finding, NewForm, NewQuestion } from '../exchange-contract.ts'
import type { Asked } from '../kind-contract.ts'
import { choiceType, textType } from '../kind-domain.ts'
import type { Translations } from '../language-contract.ts'
import { Checks } from '../logic-contract.ts'
import { answeredBy } from './answering-domain.ts'
import { chooseLanguages, type Languages, tagOf } from './language-domain.ts'
import { expectAtMost } from './limits-domain.ts'
import { type List, listsOf } from './lists-domain.ts'
import {
  conditionOf,
  cut,
  headingsOf,
  isLabel,
  isTranslated,
  most,
  type ReadSheet,
  type Row,
  reportRest,
  rowsOf,
} from './rows-domain.ts'
import { readSettings } from './settings-domain.ts'
import { partColumns, titleOf, translationsIn } from './translated-domain.ts'
import {
  type Heading,
  isMade,
  ownColumns,
  type RowType,
  readFlag,
  readOwn,
  type SheetName,
  typeOf,
} from './xlsform-domain.ts'

type Sheets = Readonly<Partial<Record<SheetName, ReadSheet>>>

/** Reads an XLSForm. Each row and cell without a counterpart is a finding: nothing gets lost silently. */
export function readXlsForm(
  sheets: Sheets,
  wanted: Language,
): { form: NewForm; findings: Finding[] } {
  const findings: Finding[] = []
  const languages = languagesOf(sheets, wanted)
  const rows = (name: SheetName) => rowsOf(name, sheets[name], languages, findings)
  const [settings] = rows('settings')
  const survey = rows('survey')
  const reader = new SurveyReader(listsOf(rows('choices'), findings), wanted, findings)
  for (const row of survey) reader.read(row)
  reader.end()
  const { tag: language, others } = languages
  const form = {
    ...readSettings(settings, findings),
    ...(language && { language, languages: [...others] }),
    formSections: reader.sections.length > 0 ? reader.sections : [emptySection],
  }
  const order: readonly string[] = ['survey', 'choices', 'settings']
  findings.sort((a, b) => order.indexOf(a.sheet) - order.indexOf(b.sheet) || a.line - b.line)
  return { form, findings }
}

function languagesOf(sheets: Sheets, wanted: Language): Languages {
  const [facts] = rowsOf('settings', sheets.settings, { own: '', others: [], preset: '' }, [])
  const declared = facts?.cells.get(ownColumns.language) ?? ''
  const named = facts?.cells.get('default_language') ?? ''
  const preset = declared || (tagOf(named) ?? named.toLowerCase())
  const found = [sheets.survey, sheets.choices, sheets.settings].map((sheet) =>
    headingsOf(sheet, preset).filter(isTranslated),
  )
  const labels = found.map((headings) => headings.filter(isLabel))
  const own = labels.find(({ length }) => length > 0) ?? []
  return chooseLanguages(own.map(languageOf), found.flat().map(languageOf), {
    ...{ declared, wanted, preset },
  })
}

const languageOf = ({ language }: Heading) => language

const emptySection = { code: '', description: '', questions: [] }
type Group = {
  readonly code: string
  readonly title: string
  readonly translations?: Translations
  readonly shownIf: string
  isUsed: boolean
}

const groupColumns = [
  ...['type', 'name', 'label', 'disabled'],
  ...[ownColumns.code, ownColumns.shownIf],
]
const rowColumns = [...groupColumns, 'hint', 'required']
const otherNames = { ro: 'Altceva', en: 'Other' } satisfies Record<Language, string>

/** Reads the rows of the survey in their order: groups become sections. */
class SurveyReader {
  readonly sections: NewForm['formSections'] = []
  readonly #groups: Group[] = []
  readonly #codes = new Set<string>()
  /** The group of the last section; undefined: none. */
  #last: Group | null | undefined
  #options = 0
  readonly #lists: ReadonlyMap<string, List>
  readonly #language: Language
  readonly #findings: Finding[]

  constructor(lists: ReadonlyMap<string, List>, language: Language, findings: Finding[]) {
    this.#lists = lists
    this.#language = language
    this.#findings = findings
  }

  read(row: Row): void {
    const { cells } = row
    const type = cells.get('type') ?? ''
    const isDisabled = /^(yes|true)/i.test(cells.get('disabled') ?? '')
    const read = typeOf(type)
    if (isDisabled) this.#report(row, 'disabled', type)
    else if (read.is === 'begin') this.#begin(row, read.isRepeat)
    else if (read.is === 'end') this.#endGroup(row)
    else if (read.is !== 'unknown') this.#ask(row, read)
    else if (cells.size > 0) this.#report(row, 'type', type || (cells.get('label') ?? ''))
  }

  end(): void {
    for (const { code, title } of this.#groups.splice(0))
      this.#findings.push({ sheet: 'survey', line: 0, why: 'group', name: code, detail: title })
  }

  #begin(row: Row, isRepeat: boolean): void {
    const title = cut(row.cells.get('label') ?? '', most.section, atOf(row), this.#findings)
    const code = cut(codeOf(row), most.code, atOf(row), this.#findings)
    if (isRepeat) this.#report(row, 'repeat', title)
    this.#reportReferences(row)
    reportRest('survey', row, new Set(groupColumns), this.#findings)
    const shownIf = conditionOf(row, this.#findings)
    const translated = translationsIn(
      row,
      { text: title },
      partColumns.section,
      atOf(row),
      this.#findings,
    )
    this.#groups.push({ code, title, ...translated, shownIf, isUsed: false })
  }

  #endGroup(row: Row): void {
    const group = this.#groups.at(-1)
    if (!group) this.#report(row, 'group', row.cells.get('type') ?? '')
    else if (!group.isUsed) this.#section()
    this.#groups.pop()
  }

  /** The section of the current group. */
  #section(): NewForm['formSections'][number] {
    const group = this.#groups.at(-1) ?? null
    const last = this.sections.at(-1)
    if (last && this.#last === group) return last
    const section = {
      code: group?.code ?? '',
      ...titleOf(this.#groups.filter(({ title }) => title !== '')),
      ...(group?.shownIf && { shownIf: group.shownIf }),
      questions: [],
    }
    for (const each of this.#groups) each.isUsed = true
    this.#last = group
    this.sections.push(section)
    expectAtMost('sections', this.sections.length)
    return section
  }

  #ask(row: Row, type: Exclude<RowType, { is: 'begin' | 'end' | 'unknown' }>): void {
    const { cells } = row
    const at = atOf(row)
    const code = cut(codeOf(row), most.code, at, this.#findings)
    if (code !== '' && this.#codes.has(code)) this.#report(row, 'duplicate', code)
    this.#codes.add(code)
    const label = cells.get('label')
    if (label === undefined) this.#report(row, 'label', at.name)
    this.#reportReferences(row)
    const known = new Set(rowColumns)
    const isRequired = this.#isRequired(row)
    const shownIf = conditionOf(row, this.#findings)
    const checks = this.#checksOf(row, known)
    const answered =
      type.is === 'choice'
        ? { ...plain, ...this.#optionsOf(row, type) }
        : this.#fieldOf(row, answeredBy(row.cells, type, known))
    reportRest('survey', row, known, this.#findings)
    const { questions } = this.#section()
    expectAtMost('questions', questions.length + 1)
    const texts = {
      text: cut(label ?? at.name, most.text, at, this.#findings),
      hint: cut(cells.get('hint') ?? '', most.text, at, this.#findings) || null,
    }
    questions.push({
      ...{ ...answered, isRequired, code, ...texts },
      ...translationsIn(row, texts, partColumns.question, at, this.#findings),
      ...(shownIf && { shownIf }),
      ...(checks && { checks }),
    })
  }

  #checksOf(row: Row, known: Set<string>): NewQuestion['checks'] {
    const checks = readOwn(Checks, row.cells.get(ownColumns.checks) ?? '')
    if (checks) known.add(ownColumns.checks)
    return checks
  }

  #isRequired(row: Row): boolean {
    const cell = row.cells.get('required') ?? ''
    const isRequired = readFlag(cell)
    if (isRequired === undefined)
      this.#findings.push({ ...atOf(row), why: 'column', name: 'required', detail: cell })
    return isRequired ?? false
  }

  /** A question by value. What older phones show beside its field may be translated. */
  #fieldOf(
    row: Row,
    details: Asked,
  ): Asked & Pick<NewQuestion, 'questionType' | 'optionsToQuestions'> {
    const option = { text: fieldText(details), hint: null, isFreeText: true, flagged: false }
    const translated = translationsIn(row, option, partColumns.field, atOf(row), this.#findings)
    const optionsToQuestions = translated.translations ? [{ ...option, ...translated }] : []
    return { ...details, questionType: textType, optionsToQuestions }
  }

  #optionsOf(
    row: Row,
    { list, isSingle, hasOther }: Extract<RowType, { is: 'choice' }>,
  ): Pick<NewQuestion, 'questionType' | 'optionsToQuestions'> {
    const known = this.#lists.get(list)
    if (!known) this.#report(row, 'list', list)
    const options = [...(known ?? [])].map(([name, option]) =>
      hasOther && name === 'other' ? { ...option, isFreeText: true } : option,
    )
    const other = { text: otherNames[this.#language], hint: null, isFreeText: true, flagged: false }
    const optionsToQuestions = hasOther && !known?.has('other') ? [...options, other] : options
    expectAtMost('options', optionsToQuestions.length)
    this.#options += optionsToQuestions.length
    expectAtMost('allOptions', this.#options)
    return { questionType: choiceType(isSingle, optionsToQuestions), optionsToQuestions }
  }

  /** A text may mention another answer. */
  #reportReferences(row: Row): void {
    for (const text of [row.cells.get('label'), row.cells.get('hint')])
      if (text?.includes('${')) this.#report(row, 'reference', text)
  }

  #report(row: Row, why: Finding['why'], detail: string): void {
    this.#findings.push({ ...atOf(row), why, detail })
  }
}

const atOf = ({ line, cells }: Row) => ({ sheet: 'survey', line, name: cells.get('name') ?? '' })

function codeOf({ cells }: Row): string {
  const name = cells.get('name') ?? ''
  return cells.get(ownColumns.code) ?? (isMade(name) ? '' : name)
}
