import type * as z from 'zod'
import type { Tx } from '#database/open.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Explain } from '#kit/contract/import/reason.ts'
import type { Table } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { Call } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { throttleToHalf } from '#kit/server/load/throttle.ts'
import {
  explainTo,
  type ImportSettings,
  type ImportSteps,
  importTable,
} from '#kit/server/sheets/import.ts'
import { fileIn, readUploaded } from '#kit/server/sheets/uploaded.ts'
import { refusedOf } from '../../domain.ts'
import { type StaffCall, startTask } from '../queries.ts'
import { type AskedImport, Refusal, type TaskKind, taskKind } from '../runs.ts'
import { type ImportedThing, insertImport } from './imported-queries.ts'
import type { ImportUndoer } from './undo-queries.ts'

/** The import of a file, or its check, in one transaction. */
export type ImportContext<Asked = AskedImport> = {
  readonly tx: Tx
  readonly who: StaffActor
  readonly now: Date
  readonly electionId: Id<'elections'>
  /** The organisation of the rows; null: all. */
  readonly ngoId: Id<'ngos'> | null
  /** Undefined: a check. */
  readonly importId: Id<'imports'> | undefined
  readonly file: string
  readonly request: Asked
}

/** A kind of importable file. */
export type ImportFile<Asked extends AskedImport = AskedImport> = {
  readonly kind: ImportedThing
  /** The act that history records. */
  readonly act: string
  /** The options that a task stores. */
  readonly request: z.ZodType<Asked>
  readonly undoer: ImportUndoer
  readonly explain: Explain
  /** The organisation of the rows; by default all. */
  readonly ngoOf?: (who: StaffActor, request: Asked) => Id<'ngos'> | null
  readonly steps: (context: ImportContext<Asked>) => Promise<ImportSteps>
  /** Called after the rows are stored, for example to mark figures for a recount. */
  readonly stored?: (tx: Tx, electionId: Id<'elections'>, report: ImportReport) => Promise<void>
}

/** Imports or only checks a file. Stores undo data and a line of history. */
export async function importFile<Asked extends AskedImport>(
  { db, who, now }: StaffCall,
  of: ImportFile<Asked>,
  table: Table,
  settings: ImportSettings,
  request: Asked,
): Promise<ImportReport> {
  const { kind, act, undoer } = of
  const { electionId } = who.scope
  const { file } = table
  const ngoId = of.ngoOf?.(who, request) ?? null
  await undoer.takeTurn(db, { electionId, ngoId }, table, settings)
  const made = { electionId, kind, ngoId, fileName: file, importedBy: who.name, importedAt: now }
  const importId = settings.isDry ? undefined : await insertImport(db, made)
  const context = { tx: db, who, now, electionId, ngoId, importId, file, request }
  const report = await importTable(table, await of.steps(context), settings)
  if (importId === undefined) return report
  const { added, changed, wrong } = report
  await undoer.keep(db, { electionId, importId }, kind)
  const after = { fileName: file, added, changed, refused: wrong.length }
  await undoer.record({ db, who, now }, act, ngoId, after)
  await of.stored?.(db, electionId, report)
  return report
}

/** A call that sends a file. */
type UploadCall = StaffCall & Pick<Call<never>, 'language' | 'uploads'>

/**
 * Imports the file of a call at once, or only checks it.
 * @throws Problem `import.refused` for a file with wrong rows, unless they are skipped
 */
export async function importUpload<Asked extends AskedImport>(
  { loadShedder }: Pick<Server, 'loadShedder'>,
  call: UploadCall,
  of: ImportFile<Asked>,
  request: Asked,
  isDry: boolean,
): Promise<ImportReport> {
  const { skipInvalid, columns, sheet } = request
  const explain = explainTo(call.language, of.explain)
  const country = await getHomeCountry(call.db, call.who.scope.electionId)
  const rest = throttleToHalf(undefined, loadShedder.hasOthers)
  const reading = { country, sheet, explain, pause: rest }
  const table = await readUploaded(fileIn(call.uploads), reading)
  return importFile(call, of, table, { isDry, skipInvalid, columns, explain, rest }, request)
}

/** Starts the background import of a call's file. */
export const startImport = <Asked extends AskedImport>(
  call: UploadCall,
  { kind }: ImportFile<Asked>,
  request: Asked,
) => startTask(call, { kind: `import.${kind}`, request, upload: fileIn(call.uploads) })

/**
 * A background import. One transaction imports the rows and finishes the task: a cancelled or killed run changes
 * nothing, and a retry imports once.
 */
export const importTask = <Asked extends AskedImport>(of: ImportFile<Asked>): TaskKind => ({
  ...taskKind(`import.${of.kind}`, of.request, async (run) => {
    const { request, who, now, database, upload, signal, progress, finish } = run
    const rest = throttleToHalf(signal)
    const country = await getHomeCountry(database.primary, who.scope.electionId)
    const table = await readUploaded(upload, { country, sheet: request.sheet, pause: rest })
    await database.write(async (tx) => {
      const { columns } = request
      // Wrong rows are always skipped: only then does the report have all of them, with their values.
      const settings = { columns, isDry: false, skipInvalid: true, onProgress: progress, rest }
      const report = await importFile({ db: tx, who, now }, of, table, settings, request)
      const wrong = refusedOf(report)
      const refused = wrong && { count: wrong.count, sealed: run.seal(wrong.rows) }
      if (wrong && refused && !request.skipInvalid)
        throw new Refusal(table.file, wrong.rows, refused)
      const { added, changed, unchanged } = report
      await finish(tx, { counts: { added, changed, unchanged }, ...(refused && { refused }) })
    })
  }),
  explain: of.explain,
})
