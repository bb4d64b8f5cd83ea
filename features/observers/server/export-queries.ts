import type { Db } from '#database/open.ts'
import { getElectionName } from '#features/elections/server/queries.ts'
import type { Download } from '#kit/contract/download.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Staff } from '#kit/contract/who.ts'
import { type DownloadContents, sheetOf } from '#kit/server/http/download.ts'
import { observerColumns } from '../columns.ts'
import type { ObserverFilter } from '../contract.ts'
import { say } from '../copy.ts'
import { countObservers, getObservers, type ListedObserver, listObserverIds } from './queries.ts'

/** How many observers are read at a time while they are written out. */
const batch = 1000

/** The list as a sheet: filtered and ordered like the list. */
export async function takeObservers(
  db: Db,
  { scope, timezone }: Pick<Staff, 'scope' | 'timezone'>,
  query: ObserverFilter & Pick<Download, 'language'>,
): Promise<DownloadContents> {
  const limit = await countObservers(db, scope, query)
  const ids = await listObserverIds(db, scope, query, limit)
  const columns = observerColumns(timezone)
  const sheet = sheetOf(say.observers, columns, query.language, () => each(db, scope, ids))
  const election = await getElectionName(db, scope.electionId)
  return { sheets: [sheet], rows: ids.length, election }
}

async function* each(
  db: Db,
  scope: Staff['scope'],
  ids: readonly Id<'observers'>[],
): AsyncGenerator<ListedObserver[]> {
  for (let from = 0; from < ids.length; from += batch)
    yield await getObservers(db, scope, ids.slice(from, from + batch))
}
