import type { Finding, NewForm } from '../exchange-contract.ts'
import { cut, most, type Row, reportRest } from './rows-domain.ts'
import { ownColumns, readFlag } from './xlsform-domain.ts'

type Settings = Omit<NewForm, 'formSections'>

const columns = new Set([
  ...['form_title', 'form_id', 'version', 'default_language'],
  ...[ownColumns.details, ownColumns.diaspora, ownColumns.series],
])

/** Reads the form's own facts from the first row of the settings. */
export function readSettings(row: Row | undefined, findings: Finding[]): Settings {
  const cell = (name: string) => row?.cells.get(name) ?? ''
  if (row) reportRest('settings', row, columns, findings)
  const short = (name: string, longest: number) =>
    cut(cell(name), longest, { sheet: 'settings', line: row?.line ?? 0, name }, findings)
  return {
    code: short('form_id', most.code),
    description: short('form_title', most.title),
    details: short(ownColumns.details, most.details),
    diaspora: readFlag(cell(ownColumns.diaspora)) ?? false,
    series: readFlag(cell(ownColumns.series)) ?? false,
  }
}

export const writeSettings = ({ code, description, details, diaspora, series }: Settings) => ({
  ...{ form_title: description, form_id: code },
  [ownColumns.details]: details,
  [ownColumns.diaspora]: diaspora ? 'yes' : '',
  [ownColumns.series]: series ? 'yes' : '',
})
