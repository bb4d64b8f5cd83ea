import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { neededOfPlan, planHeadings } from '#features/assignments/columns.ts'
import { type PlannedRow, planReader } from '#features/assignments/domain.ts'
import { explainPlan } from '#features/assignments/reason-domain.ts'
import { homeCountry } from '#features/elections/domain.ts'
import { keyOf, readPhone } from '#features/session/server/sign-in/phone-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { findHeader, type WrongRow } from '#kit/contract/import/rows.ts'
import { readCsv } from '#kit/server/sheets/csv.ts'
import { type ElectionFacts, RefusedFiles } from '../election-files.ts'

/** The shifts of the observer with this phone, in order; none if they are not in the plan. */
export type Plan = (phone: string) => readonly PlannedRow[]

/**
 * Reads a plan in the format of the plan's page.
 * @throws RefusedFiles when any line of it is wrong.
 */
export async function readPlan(
  path: string,
  { country = null, timezone = 'Europe/Bucharest' }: ElectionFacts,
): Promise<Plan> {
  const table = await readCsv(basename(path), await readFile(path))
  const wrong: WrongRow[] = []
  const headed = findHeader(table, planHeadings, neededOfPlan, wrong)
  const key = (phone: string) => keyOf(readPhone(phone, homeCountry({ country, timezone })))
  const read = planReader(table.file, { timezone }, key)
  const rows = wrong.length > 0 ? [] : read(headed.rows, headed.fields, wrong)
  if (wrong.length > 0)
    throw new RefusedFiles(
      wrong.map(({ faults, ...row }) => ({ ...row, reason: explainPlan(faults, undefined) })),
    )
  const inOrder = rows
    .map(({ value }) => value)
    .sort((one, other) => one.from.getTime() - other.from.getTime())
  const byPhone = groupBy(inOrder, ({ phone }) => key(phone))
  return (phone) => byPhone.get(key(phone)) ?? []
}
