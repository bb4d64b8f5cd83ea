import { projections } from '#apps/server/projections.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { projectAll } from '#kit/server/projections/projector.ts'

/** Marks what a fill has copied, and counts it as a server's projector would. */
export async function project(
  url: string,
  marking: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase({ url, connections: 2 })
  try {
    await marking(database)
    await projectAll(database, projections)
  } finally {
    await database.close()
  }
}
