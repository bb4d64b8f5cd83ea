import { sql } from 'kysely'
import type { Database, Tx } from '#database/open.ts'
import { ensureOrganiser } from '#features/accounts/server/setup-queries.ts'
import { type Election, electionChanged } from '#features/elections/contract.ts'
import { emptyLeft } from '#features/elections/server/jobs.ts'
import { lockElection, reopenStreams, succeedCurrent } from '#features/elections/server/queries.ts'
import { formsChanged } from '#features/forms/contract.ts'
import { saveForm } from '#features/forms/server/load-queries.ts'
import { observersChanged } from '#features/observers/contract.ts'
import { explainObserver } from '#features/observers/reason-domain.ts'
import { upsertObservers } from '#features/observers/server/import/import-queries.ts'
import { readAllPhones } from '#features/observers/server/reading-queries.ts'
import { placesChanged } from '#features/places/contract.ts'
import type { Places } from '#features/places/domain.ts'
import { numberStations } from '#features/places/server/import/import-county-queries.ts'
import { withStationNumbers } from '#features/places/server/import/label-queries.ts'
import {
  analyzeStations,
  listDivided,
  listStationChanges,
  upsertAreas,
  upsertStations,
} from '#features/places/server/import/load-queries.ts'
import { areas } from '#features/places/server/subjects.ts'
import type { WrongRow } from '#kit/contract/import/rows.ts'
import { lockElectionExclusive } from '#kit/server/election-lock.ts'
import { record } from '#kit/server/history/history.ts'
import type { ActorContext } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { projectAll } from '#kit/server/projections/projector.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { electionHooks } from '../server/features.ts'
import { projections } from '../server/projections.ts'
import {
  type ElectionFiles,
  RefusedFiles,
  type RefusedLine,
  refusedLine,
} from './election-files.ts'
import { withDiacriticsOf } from './load-diacritics.ts'
import {
  type ChosenElection,
  changedMeanwhile,
  chooseElection,
  type LoadOptions,
} from './load-into.ts'
import { refuseTwins } from './load-phones.ts'

type Count = { readonly added: number; readonly changed: number }

/** The result of loading or of a dry run, for the operator. */
export type LoadReport = ChosenElection & {
  readonly areas: Count
  readonly stations: Count
  readonly observers: Count
  readonly forms: Count
  /** Phones that lost their leading zero in a spreadsheet, and their restored form. */
  readonly completed: readonly { readonly from: string; readonly to: string }[]
  /** Unchanged rows, and why. */
  readonly left: readonly string[]
  /** Ignored columns, file by file. */
  readonly unread: readonly string[]
}

/**
 * Stores an election's files in one transaction: all of it or nothing. Loading the same again changes
 * nothing, and what the files leave out stays. A rehearsal is replaced; a live election is added to. A
 * confirmed report is passed as `wanted`, and a different result is refused.
 * @throws RefusedFiles where they do not fit what is stored.
 */
export async function loadElection(
  tx: Tx,
  secrets: Secrets,
  files: ElectionFiles,
  as: LoadOptions,
  wanted?: LoadReport,
): Promise<LoadReport> {
  const report = await storeFiles(tx, secrets, files, as)
  if (wanted && gistOf(wanted) !== gistOf(report))
    throw new Error('The election has changed meanwhile: nothing was loaded, load it again')
  const by: ActorContext = { db: tx, now: as.now, who: { role: 'server', id: null, name: 'load' } }
  if (report.replaced) await makeRoom(by, report.replaced, report.election)
  const { election, areas, stations, observers, forms } = report
  await record(tx, {
    electionId: election.id,
    at: as.now,
    actor: by.who,
    act: 'elections.loaded',
    subject: 'elections',
    subjectId: election.id,
    after: { areas, stations, observers, forms },
  })
  for (const event of [electionChanged, placesChanged, observersChanged, formsChanged])
    await announce(tx, event, { electionId: election.id, ngoId: null }, {})
  return report
}

/** A dry run that is rolled back. It leaves a rehearsal untouched and blocks no writer. */
export async function tryElection(
  database: Database,
  secrets: Secrets,
  files: ElectionFiles,
  as: LoadOptions,
): Promise<LoadReport> {
  const tried = await database
    .write(async (tx) => {
      throw new DryRunDone(await storeFiles(tx, secrets, files, as))
    })
    .catch((error: unknown) => error)
  if (tried instanceof DryRunDone) return tried.report
  throw tried
}

/** Ends a dry run's transaction. */
class DryRunDone extends Error {
  readonly report: LoadReport

  constructor(report: LoadReport) {
    super('Taken back')
    this.report = report
  }
}

/** What the operator confirms, without ids: the dry run's were rolled back and differ the next time. */
const gistOf = ({ election, replaced, ...report }: LoadReport) =>
  JSON.stringify({ ...report, into: replaced ? undefined : election.id, replaced: replaced?.id })

/**
 * Does what loading leaves for later, because others report meanwhile: phones are parsed in another home
 * country, stations follow their areas, figures are counted. A running server does it as well.
 */
export async function settleElection(
  database: Database,
  { id }: Pick<Election, 'id'>,
): Promise<void> {
  await readAllPhones(database, id)
  await projectAll(database, projections)
}

/** Whether there is anything to replace or change. */
export async function holdsAnything({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (
      select from elections e
       where e.is_current
         and (e.state = 'rehearsal' or exists (select from areas where election_id = e.id)
              or exists (select from observers where election_id = e.id)
              or exists (select from forms where election_id = e.id))) as holds`.execute(db)
  return rows[0]?.holds ?? false
}

async function storeFiles(
  tx: Tx,
  secrets: Secrets,
  read: ElectionFiles,
  as: LoadOptions,
): Promise<LoadReport> {
  const { election, replaced, changes } = await chooseElection(tx, read, as)
  const files = withDiacriticsOf(election, read)
  const into = { electionId: election.id }
  await lockImport(tx, election.id, 'places')
  const { changes: changedAreas, ...areas } = await upsertAreas(tx, into, files.places)
  const { changes: changedStations, ...stations } = await storeStations(tx, election, files.places)
  refuseTwins(election, files.observers)
  const people = { ...into, ngoId: await ensureOrganiser(tx), secrets, now: as.now }
  const {
    changes: changedObservers,
    refused,
    completed,
    ...observers
  } = await upsertObservers(tx, people, files.observers)
  const { changes: changedForms, ...forms } = await storeForms(tx, election, files.forms)
  return {
    election,
    replaced,
    areas,
    stations,
    observers,
    forms,
    changes: [changes, changedAreas, changedStations, changedObservers, changedForms].flat(),
    completed,
    left: refused.map((one) => explainObserver([one], undefined)),
    unread: files.unread ?? [],
  }
}

async function storeStations(tx: Tx, { id }: Election, { counts = [], ...places }: Places) {
  const wrong: WrongRow[] = []
  const divided = await findDivided(tx, id, places)
  const named = await withStationNumbers(tx, id, places, places.stations, wrong)
  const stations = [...named, ...(await numberStations(tx, id, counts, wrong))]
  const refused = [...divided, ...wrong.map(refusedLine)]
  if (refused.length > 0) throw new RefusedFiles(refused)
  const changes = await listStationChanges(tx, id, places, stations)
  const stored = await upsertStations(tx, { electionId: id }, places, stations)
  await analyzeStations(tx, stored.added)
  await markAll(tx, id, areas)
  return { ...stored, changes }
}

/** A county holds its stations itself or leaves them to its areas: no phone could tell them apart. */
async function findDivided(
  tx: Tx,
  id: Election['id'],
  { areas, levels, stations }: Places,
): Promise<RefusedLine[]> {
  const inner = new Set(areas.filter(({ level }) => level === levels).map(({ code }) => code))
  const named = new Set(stations.map(({ areaCode }) => areaCode).filter((one) => !inner.has(one)))
  return (await listDivided(tx, id)).flatMap(({ code, holdsStations }) => {
    if (holdsStations)
      return {
        file: 'municipalities.csv',
        line: 0,
        reason: `is in ${code}, which has stations of its own`,
      }
    const isVague = named.has(code)
    const reason = `is in ${code}, but its area there is missing`
    return isVague ? { file: 'polling-stations.csv', line: 0, reason } : []
  })
}

async function storeForms(tx: Tx, { id }: Election, forms: ElectionFiles['forms']) {
  const saved = []
  for (const form of forms) saved.push(await saveForm(tx, id, form))
  return {
    added: saved.filter(({ isNew }) => isNew).length,
    changed: saved.filter(({ changes }) => changes.length > 0).length,
    changes: saved.flatMap(({ changes }) => changes),
  }
}

/**
 * Removes reports of the rehearsal, as clearing does; only now, so that phones wait no longer than necessary. Tasks
 * running in it are cancelled.
 */
async function makeRoom(by: ActorContext, replaced: Election, election: Election): Promise<void> {
  await lockElectionExclusive(by.db, replaced.id)
  const still = await lockElection(by.db, replaced.id)
  if (!still?.isCurrent || still.state !== 'rehearsal') throw changedMeanwhile()
  if (still.emptying) throw new Error('The rehearsal is being started for real: nothing was loaded')
  for (const end of electionHooks.endings) await end(by, replaced.id)
  const { id: electionId, name } = replaced
  const cleared = {
    act: 'elections.rehearsal-cleared',
    subject: 'elections',
    subjectId: electionId,
  }
  await record(by.db, { electionId, at: by.now, actor: by.who, ...cleared, before: { name } })
  await succeedCurrent(by.db, election.id)
  await emptyLeft(by, replaced.id, electionHooks)
  await reopenStreams(by)
}
