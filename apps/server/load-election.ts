import type { Database, Tx } from '#database/open.ts'
import type { Election } from '#features/elections/contract.ts'
import {
  type ElectionValues,
  emptyElection,
  findCurrentElection,
  replaceElection,
  updateElection,
} from '#features/elections/server/queries.ts'
import { saveForm } from '#features/forms/server/save-queries.ts'
import { upsertObservers } from '#features/observers/server/import-queries.ts'
import { countAllAsSaid } from '#features/observers/server/test-queries.ts'
import type { Places } from '#features/places/domain.ts'
import { hasAreas, upsertAreas, upsertStations } from '#features/places/server/load-queries.ts'
import { moveStations, orderMoves } from '#features/places/server/move-queries.ts'
import { ensureOrganiser } from '#features/session/server/setup-queries.ts'
import { record } from '#kit/server/history.ts'
import { takeTurn } from '#kit/server/import.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import { type ElectionFiles, RefusedFiles } from './election-files.ts'

/** What loading did, for the person who waits for it. */
export type LoadReport = {
  readonly election: Election
  readonly areas: { readonly added: number; readonly changed: number }
  readonly stations: { readonly added: number; readonly changed: number }
  readonly observers: { readonly added: number; readonly changed: number }
  readonly forms: number
}

/**
 * Stores an election's files in one transaction: all of it or nothing. Loading the same again
 * changes nothing. A rehearsal makes room for it; a live election is added to.
 */
export async function loadElection(
  tx: Tx,
  secrets: Secrets,
  files: ElectionFiles,
  as: { readonly state: 'rehearsal' | 'live'; readonly now: Date },
): Promise<LoadReport> {
  const election = await chooseElection(tx, files, as)
  await takeTurn(tx, election.id, 'places')
  const { places, forms } = files
  const areas = await upsertAreas(tx, election.id, places)
  const stations = await upsertStations(tx, election.id, places.levels, places.stations)
  await orderMoves(tx, election.id)
  const ngoId = await ensureOrganiser(tx)
  const into = { electionId: election.id, ngoId, secrets, now: as.now }
  const observers = await upsertObservers(tx, into, files.observers)
  for (const form of forms) await saveForm(tx, election.id, form)
  const report = { areas, stations, observers, forms: forms.length }
  await record(tx, {
    electionId: election.id,
    at: as.now,
    actor: { role: 'server', id: null, name: 'load' },
    act: 'elections.loaded',
    subject: 'elections',
    subjectId: election.id,
    after: report,
  })
  return { election, ...report }
}

/**
 * Does what loading leaves to be done in steps, because others report meanwhile: stations follow their
 * areas to other counties, and test observers leave the counts. A server that runs does it as well.
 */
export async function settleElection(
  database: Database,
  { id }: Pick<Election, 'id'>,
): Promise<void> {
  await moveStations(database, id)
  await countAllAsSaid(database, id)
}

async function chooseElection(
  tx: Tx,
  { facts, places }: ElectionFiles,
  as: { readonly state: 'rehearsal' | 'live'; readonly now: Date },
): Promise<Election> {
  const current = await findCurrentElection(tx)
  const draft: ElectionValues = {
    name: facts.name ?? current?.name ?? 'Alegeri',
    day: facts.day ?? current?.day ?? as.now.toISOString().slice(0, 10),
    timezone: facts.timezone ?? current?.timezone ?? 'Europe/Bucharest',
    levelNames: facts.levelNames ?? usualNames(places),
    countyLevel: places.countyLevel,
    state: as.state,
  }
  if (!current) return replaceElection(tx, draft)
  if (current.state === 'rehearsal' && as.state === 'live') {
    await emptyElection(tx, current.id)
    return replaceElection(tx, draft)
  }
  const isWorked = await hasAreas(tx, current.id)
  // What is real is never made a rehearsal, which one click clears.
  if (isWorked && as.state === 'rehearsal' && current.state === 'live')
    throw new Error('A live election cannot become a rehearsal')
  if (isWorked) refuseOtherLevels(current, places)
  await updateElection(tx, current.id, draft)
  return { ...draft, id: current.id }
}

/** An election that has places keeps its levels: its stations hang on the innermost of them. */
function refuseOtherLevels({ levelNames, countyLevel }: Election, places: Places): void {
  const have = levelNames.length
  if (have === places.levels && countyLevel === places.countyLevel) return
  const reason = `${places.levels} levels of areas, where the election has ${have}`
  throw new RefusedFiles([{ file: 'counties.csv', line: 0, reason }])
}

/** What the levels are called where nobody says: as in Poland or, without provinces, in Romania. */
const usualNames = ({ levels, countyLevel }: Places) =>
  (countyLevel === 2 ? ['Województwo', 'Powiat', 'Gmina'] : ['Județ', 'Localitate']).slice(
    0,
    levels,
  )
