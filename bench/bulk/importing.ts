import type { assignments } from '#features/assignments/contract.ts'
import type { observers } from '#features/observers/contract.ts'
import type { places } from '#features/places/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { csvLine } from '#kit/contract/import/csv-line.ts'
import { until } from '../counting.ts'
import { type Act, callOf, type StaffContext } from './office.ts'

export const csv = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => csvLine(row, ',')).join('')

type File = (office: StaffContext) => string

/** Imports a file in the background, and waits for all follow-up work. */
export const importing =
  (
    endpoint:
      | typeof assignments.startImport
      | typeof observers.startImport
      | typeof places.startCountyImport
      | typeof places.startStationImport,
    file: File,
  ): Act['prepare'] =>
  async (office) => {
    const text = file(office)
    return async () => {
      const { id } = await callOf(office)(endpoint, { body: { skipInvalid: false } }, text)
      await until(office.url, `select finished_at is not null from tasks where id = ${id}`)
      const task = await callOf(office)(tasks.get, { params: { id } })
      if (task.state !== 'done') throw new Error(JSON.stringify(task))
    }
  }

/** Imports a file within the call that uploads it. */
export const importingAtOnce =
  (
    endpoint: typeof observers.import | typeof places.importCounties | typeof places.importStations,
    file: File,
  ): Act['prepare'] =>
  async (office) => {
    const text = file(office)
    return () => callOf(office)(endpoint, { body: {} }, text)
  }

/** Undoes the previous import, and waits for its end. */
export const undoing =
  ({ listImports, undoImport }: typeof observers | typeof places): Act['prepare'] =>
  async (office) => {
    const [latest] = await callOf(office)(listImports, {})
    if (!latest) throw new Error('Nothing was imported')
    return async () => {
      await callOf(office)(undoImport, { params: { id: latest.id } })
      await until(office.url, `select undone_at is not null from imports where id = ${latest.id}`)
    }
  }
