import type { NewForm, NewQuestion } from '../exchange-contract.ts'
import { isChoice, isSingleChoice, rulesOf } from '../kind-domain.ts'
import { headingFor } from './language-domain.ts'
import { writeSettings } from './settings-domain.ts'
import { type Headings, headingsFor, partColumns, translatedCells } from './translated-domain.ts'
import { madeName, ownColumns, type SheetName, writtenLimits } from './xlsform-domain.ts'

type Table = {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const surveyColumns = [
  ...['type', 'name', 'label', 'hint', 'required', 'constraint', 'parameters', 'appearance'],
  ...[ownColumns.code, ownColumns.unit, ownColumns.shownIf, ownColumns.checks],
]
const choiceColumns = [
  ...['list_name', 'name', 'label'],
  ...[ownColumns.flagged, ownColumns.hint, ownColumns.freeText],
]

type Cells = Readonly<Record<string, string | null | undefined>>

/** Columns that few forms fill. */
const isRare = (column: string) =>
  [ownColumns.outdated, ownColumns.field].some((name) => column.startsWith(name))

/** The columns of other languages follow. */
function tableOf(columns: readonly string[], rows: readonly Cells[], own?: string): Table {
  const all = new Set([...columns, ...rows.flatMap((cells) => Object.keys(cells))])
  const isShown = (column: string) => !isRare(column) || rows.some((cells) => cells[column])
  const shown = [...all].filter(isShown)
  // Beside other languages, readers of XLSForm expect a name for each.
  const isNamed = (column: string) => own && (column === 'label' || column === 'hint')
  return {
    headings: shown.map((column) => (isNamed(column) ? `${column}::${own}` : column)),
    rows: rows.map((cells) => shown.map((column) => cells[column] ?? '')),
  }
}

/** A form as the sheets of an XLSForm; reading them again gives the same form. */
export function writeXlsForm(
  form: NewForm & { readonly revision?: number },
): Record<SheetName, Table> {
  const { formSections, language, languages } = form
  const headings = headingsFor(languages)
  const own = language && headings.size > 0 ? headingFor(language) : undefined
  const names = namesFor()
  const choices: Cells[] = []
  let lists = 0
  const isFlat =
    formSections.length === 1 &&
    [formSections[0]?.code, formSections[0]?.description, formSections[0]?.shownIf].every(
      (cell) => !cell,
    )
  const survey = formSections.flatMap((section): Cells[] => {
    const questions = section.questions.map((question) => {
      lists += 1
      const list = `list_${lists}`
      choices.push(...choicesOf(question, list, headings))
      return {
        ...{ ...names(question.code), ...rowOf(question, list) },
        ...translatedCells(headings, question, question, partColumns.question),
        ...fieldCells(question, headings),
      }
    })
    if (isFlat) return questions
    const group = {
      ...{ ...names(section.code), label: section.description },
      [ownColumns.shownIf]: section.shownIf,
      ...translatedCells(headings, section, { text: section.description }, partColumns.section),
    }
    return [{ type: 'begin_group', ...group }, ...questions, { type: 'end_group' }]
  })
  const version = form.revision === undefined ? '' : String(form.revision)
  const settings = { ...writeSettings(form, headings), version }
  return {
    survey: tableOf(surveyColumns, survey, own),
    choices: tableOf(choiceColumns, choices, own),
    settings: tableOf([], [settings]),
  }
}

/** XLSForm allows only names of XML, each once. */
function namesFor(): (code: string) => Cells {
  const taken = new Set<string>()
  return (code) => {
    const isName = /^[a-z_][\w.-]*$/i.test(code) && !code.startsWith('_veghe_') && !taken.has(code)
    const name = isName ? code : madeName(taken.size + 1)
    taken.add(name)
    return { name, ...(!isName && { [ownColumns.code]: code }) }
  }
}

/** XLSForm knows one option with text, which is called `other`. */
const hasOther = ({ optionsToQuestions }: NewQuestion) =>
  optionsToQuestions.filter(({ isFreeText }) => isFreeText).length === 1

const choicesOf = (question: NewQuestion, list: string, headings: Headings): Cells[] =>
  (isChoice(question.kind) ? question.optionsToQuestions : []).map((option, place) => {
    const { text, hint, isFreeText, flagged } = option
    return {
      list_name: list,
      name: isFreeText && hasOther(question) ? 'other' : String(place + 1),
      label: text,
      [ownColumns.flagged]: flagged ? 'yes' : '',
      [ownColumns.hint]: hint,
      [ownColumns.freeText]: isFreeText && !hasOther(question) ? 'yes' : '',
      ...translatedCells(headings, option, option, partColumns.option),
    }
  })

function fieldCells(question: NewQuestion, headings: Headings): Cells {
  const [field] = isChoice(question.kind) ? [] : question.optionsToQuestions
  return field ? translatedCells(headings, field, field, partColumns.field) : {}
}

function rowOf(question: NewQuestion, list: string): Cells {
  const { text, hint, isRequired, unit, shownIf, checks = [] } = question
  const logic = {
    [ownColumns.shownIf]: shownIf,
    [ownColumns.checks]: checks.length > 0 ? JSON.stringify(checks) : '',
  }
  const about = { label: text, hint, required: isRequired ? 'yes' : '' }
  return { ...about, ...logic, [ownColumns.unit]: unit, ...typed(question, list) }
}

function typed(question: NewQuestion, list: string): Cells {
  const { kind, max } = question
  if (isChoice(kind)) {
    const select = isSingleChoice(question.questionType) ? 'select_one' : 'select_multiple'
    return { type: `${select} ${list}${hasOther(question) ? ' or_other' : ''}` }
  }
  const { xlsform, isScale, hasLimits } = rulesOf(kind)
  return {
    ...xlsform,
    ...(isScale && { parameters: `start=1 end=${max} step=1` }),
    ...(hasLimits && { constraint: writtenLimits(question) }),
  }
}
