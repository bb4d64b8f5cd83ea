import { groupBy } from '#kit/contract/group.ts'
import type { Finding, NewQuestion } from '../exchange-contract.ts'
import { cut, most, type Row, reportRest } from './rows-domain.ts'
import { partColumns, translationsIn } from './translated-domain.ts'
import { ownColumns, readFlag } from './xlsform-domain.ts'

type NewOption = NewQuestion['optionsToQuestions'][number]
export type List = ReadonlyMap<string, NewOption>

/** The options of each list, by their names. */
export function listsOf(rows: readonly Row[], findings: Finding[]): ReadonlyMap<string, List> {
  const known = new Set(['list_name', 'name', 'label', ...Object.values(ownColumns)])
  for (const row of rows) {
    const { line, cells } = row
    if (!cells.has('list_name')) {
      const at = { sheet: 'choices', line, name: cells.get('name') ?? '' }
      findings.push({ ...at, why: 'list', detail: cells.get('label') ?? '' })
    }
    // A column of filters or pictures has a cell in every row: it is reported once.
    reportRest('choices', row, known, findings)
    for (const column of row.cells.keys()) known.add(column)
  }
  const lists = groupBy(rows, ({ cells }) => cells.get('list_name') ?? '')
  return new Map([...lists].map(([list, of]) => [list, listOf(list, of, findings)]))
}

function listOf(list: string, rows: readonly Row[], findings: Finding[]): List {
  const options = new Map<string, NewOption>()
  for (const row of rows) {
    const name = row.cells.get('name') ?? ''
    const isTaken = options.has(name)
    const at = { sheet: 'choices', line: row.line, name: list }
    if (isTaken) findings.push({ ...at, why: 'duplicate', detail: name })
    options.set(isTaken ? `#${row.line}` : name, optionOf(row, name, findings))
  }
  return options
}

function optionOf(row: Row, name: string, findings: Finding[]): NewOption {
  const { line, cells } = row
  const at = { sheet: 'choices', line, name }
  const label = cells.get('label')
  if (label === undefined) findings.push({ ...at, why: 'label', detail: name })
  const texts = {
    text: cut(label ?? name, most.text, at, findings),
    hint: cut(cells.get(ownColumns.hint) ?? '', most.text, at, findings) || null,
  }
  return {
    ...{ ...texts, ...translationsIn(row, texts, partColumns.option, at, findings) },
    isFreeText: isMarked(cells.get(ownColumns.freeText)),
    flagged: isMarked(cells.get(ownColumns.flagged)),
  }
}

const isMarked = (cell = '') => readFlag(cell) !== false
