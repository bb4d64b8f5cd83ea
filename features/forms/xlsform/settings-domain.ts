import type { Finding, NewForm } from '../exchange-contract.ts'
import { headingFor } from './language-domain.ts'
import { cut, most, type Row, reportRest } from './rows-domain.ts'
import { type Headings, partColumns, translatedCells, translationsIn } from './translated-domain.ts'
import { ownColumns, readFlag } from './xlsform-domain.ts'

type Settings = Omit<NewForm, 'formSections' | 'language' | 'languages'>

const columns = new Set([
  ...['form_title', 'form_id', 'version', 'default_language'],
  ...[ownColumns.details, ownColumns.diaspora, ownColumns.series, ownColumns.language],
])

/** Reads the form's own facts from the first row of the settings. */
export function readSettings(row: Row | undefined, findings: Finding[]): Settings {
  const cell = (name: string) => row?.cells.get(name) ?? ''
  if (row) reportRest('settings', row, columns, findings)
  const short = (name: string, longest: number) =>
    cut(cell(name), longest, { sheet: 'settings', line: row?.line ?? 0, name }, findings)
  const title = { text: short('form_title', most.title) }
  const at = { sheet: 'settings', line: row?.line ?? 0, name: ownColumns.title }
  return {
    code: short('form_id', most.code),
    description: title.text,
    ...(row && translationsIn(row, title, partColumns.form, at, findings)),
    details: short(ownColumns.details, most.details),
    diaspora: readFlag(cell(ownColumns.diaspora)) ?? false,
    series: readFlag(cell(ownColumns.series)) ?? false,
  }
}

export function writeSettings(form: NewForm, headings: Headings): Record<string, string> {
  const { code, description, details, diaspora, series, language = '' } = form
  return {
    ...{ form_title: description, form_id: code },
    [ownColumns.details]: details,
    [ownColumns.diaspora]: diaspora ? 'yes' : '',
    [ownColumns.series]: series ? 'yes' : '',
    [ownColumns.language]: language,
    ...(headings.size > 0 && { default_language: language && headingFor(language) }),
    ...translatedCells(headings, form, { text: description }, partColumns.form),
  }
}
