import type { Database } from '#database/open.ts'
import { readPhones } from '#features/elections/server/phone-queries.ts'
import { importTask } from '#features/tasks/server/import/file-queries.ts'
import type { TaskKind } from '#features/tasks/server/runs.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { type Worker, worker } from '#kit/server/jobs/jobs.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { observerImport } from './import/import-queries.ts'
import { observerUndoer } from './import/imported-queries.ts'
import { readAllPhones } from './reading-queries.ts'

/** The import of observers as a task. */
export const observerKinds = (secrets: Secrets): readonly TaskKind[] => [
  importTask(observerImport(secrets)),
]

type ObserverJobDependencies = { readonly database: Database; readonly clock: Clock }

export const observerWorkers = ({
  database,
  clock,
}: ObserverJobDependencies): readonly Worker[] => [
  ...observerUndoer.workers({ database, clock }),
  worker(readPhones, ({ payload: { electionId }, signal }) =>
    readAllPhones(database, electionId, signal),
  ),
]
