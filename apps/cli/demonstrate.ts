import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Election } from '#features/elections/contract.ts'
import { lockCurrentElection } from '#features/elections/server/queries.ts'
import { hasHeldAnything } from '#features/history/server/beginning-queries.ts'
import { wallClock } from '#kit/contract/value/instant.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { registeredFiles } from '../server/kept-files.ts'
import { claim } from '../server/setup.ts'
import { type Day, dayAround } from './day/clock.ts'
import { fillDay } from './day/fill.ts'
import { keepPictures } from './day/pictures.ts'
import { describeStations } from './day/stations.ts'
import { type ElectionFiles, readElectionFiles } from './election-files.ts'
import { loadElection } from './load-election.ts'

/** The files of the demonstration. */
export const demonstrationFolder = fileURLToPath(new URL('./demonstration/', import.meta.url))

/** The number of observers of a small demonstration. */
const fewObservers = 240

/**
 * Loads the demonstration election, and plays two thirds of its day: a plan, acts of observers, and of the office. It does
 * nothing in a database with an election; of several processes that start together on an empty database, one does it.
 */
export async function demonstrate(
  dependencies: AppDependencies,
  { isSmall }: { readonly isSmall: boolean },
): Promise<void> {
  const read = await readElectionFiles(demonstrationFolder)
  const day = dayAround(dependencies.clock(), read.facts.timezone ?? 'Europe/Bucharest')
  const files: ElectionFiles = {
    ...read,
    facts: { ...read.facts, day: dateOf(day, read.facts) },
    places: {
      ...read.places,
      stations: await describeStations(demonstrationFolder, read.places),
      counts: [],
    },
    observers: isSmall ? read.observers.slice(0, fewObservers) : read.observers,
  }
  const election = await loadOnce(dependencies, files, day)
  if (!election) return
  const kept = registeredFiles(dependencies.database, dependencies.files)
  const pictures = await keepPictures(kept, join(demonstrationFolder, 'photographs'))
  await fillDay(dependencies.database, { election, day, stations: files.places.stations, pictures })
}

const dateOf = ({ opensAt }: Day, { timezone = 'UTC' }: ElectionFiles['facts']) =>
  wallClock(opensAt, timezone).toISOString().slice(0, 10)

/** Undefined if there is an election already. */
async function loadOnce(
  { database, secrets }: AppDependencies,
  files: ElectionFiles,
  { now }: Day,
): Promise<Election | undefined> {
  return database.write(async (tx) => {
    await claim(tx, secrets)
    // Creating an election meanwhile, through another process, waits, and finds this one loaded.
    await lockCurrentElection(tx)
    if (await hasHeldAnything(tx)) return undefined
    return (await loadElection(tx, secrets, files, { state: 'rehearsal', now })).election
  })
}
