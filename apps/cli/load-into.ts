import type { Tx } from '#database/open.ts'
import type { Election } from '#features/elections/contract.ts'
import { callPauses } from '#features/elections/pause-domain.ts'
import {
  type ElectionValues,
  findCurrentElection,
  insertElection,
  succeedCurrent,
  updateElection,
} from '#features/elections/server/queries.ts'
import type { Places } from '#features/places/domain.ts'
import { hasAreas } from '#features/places/server/import/load-queries.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { differencesBetween, type FieldDifference } from '#kit/server/history/changed.ts'
import { type ElectionFiles, RefusedFiles } from './election-files.ts'

export type LoadOptions = { readonly state: 'rehearsal' | 'live'; readonly now: Date }

/** The election that files are loaded into. */
export type ChosenElection = {
  readonly election: Election
  /** The rehearsal it replaces, which is emptied and archived. */
  readonly replaced: Election | undefined
  /** Existing facts that differ now, field by field. */
  readonly changes: readonly FieldDifference[]
}

/**
 * Chooses the election to load into: the existing live one, locked from here on, or a new one.
 * @throws RefusedFiles where they do not fit what is stored.
 */
export async function chooseElection(
  tx: Tx,
  files: ElectionFiles,
  as: LoadOptions,
): Promise<ChosenElection> {
  const current = await findCurrentElection(tx)
  if (!current || (current.state === 'rehearsal' && as.state === 'live'))
    return { ...(await prepareElection(tx, files, current, as)), changes: [] }
  await lockElectionShared(tx, current.id)
  const held = await findCurrentElection(tx)
  if (held?.id !== current.id || held.state !== current.state) throw changedMeanwhile()
  return changeElection(tx, files, held, as)
}

export const changedMeanwhile = () =>
  new Error('Another election has become the current one meanwhile: nothing was loaded')

/**
 * A new election, which replaces the current one once everything is loaded. Day, time zone
 * and country default to those of a replaced rehearsal; the name does not.
 */
async function prepareElection(
  tx: Tx,
  { facts, places }: ElectionFiles,
  replaced: Election | undefined,
  { state, now }: LoadOptions,
): Promise<Pick<ChosenElection, 'election' | 'replaced'>> {
  const values: ElectionValues = {
    name: facts.name ?? 'Alegeri',
    day: facts.day ?? replaced?.day ?? now.toISOString().slice(0, 10),
    timezone: facts.timezone ?? replaced?.timezone ?? 'Europe/Bucharest',
    country: countryIn(facts, replaced),
    callPauseMinutes: replaced?.callPauseMinutes ?? callPauses.usual,
    levelNames: facts.levelNames ?? usualNames(places),
    countyLevel: places.countyLevel,
    state,
  }
  const id = await insertElection(tx, values)
  if (!replaced) await succeedCurrent(tx, id)
  return { election: { ...values, id }, replaced }
}

/** Updates an election's facts from the files; its day and name are never guessed. */
async function changeElection(
  tx: Tx,
  { facts, places }: ElectionFiles,
  current: Election,
  { state }: LoadOptions,
): Promise<ChosenElection> {
  const isWorked = await hasAreas(tx, current.id)
  if (isWorked) refuseUnlike(current, places, state)
  const values: ElectionValues = {
    name: facts.name ?? current.name,
    day: facts.day ?? current.day,
    timezone: facts.timezone ?? current.timezone,
    country: countryIn(facts, current),
    callPauseMinutes: current.callPauseMinutes,
    levelNames: facts.levelNames ?? (isWorked ? current.levelNames : usualNames(places)),
    countyLevel: places.countyLevel,
    state,
  }
  const changes = differencesBetween('election', factsOf(current), factsOf(values))
  const isAsItWas = state === current.state && values.countyLevel === current.countyLevel
  if (!isAsItWas || changes.length > 0) await updateElection(tx, current.id, values)
  return { election: { ...values, id: current.id }, replaced: undefined, changes }
}

/** An empty country means the country of the time zone. */
const countryIn = ({ country }: ElectionFiles['facts'], before: Election | undefined) =>
  country === undefined ? (before?.country ?? null) : country

const factsOf = ({ name, day, timezone, country, levelNames }: ElectionValues) => ({
  name,
  day,
  timezone,
  country,
  levels: levelNames.join(', '),
})

/**
 * Refuses other levels of areas, because stations belong to the innermost level. Refuses to turn a live election into a
 * rehearsal, because one click clears a rehearsal.
 */
function refuseUnlike(current: Election, places: Places, state: LoadOptions['state']): void {
  if (state === 'rehearsal' && current.state === 'live')
    throw new Error('A live election cannot become a rehearsal')
  const have = current.levelNames.length
  if (have === places.levels && current.countyLevel === places.countyLevel) return
  const reason = `${places.levels} levels of areas, where the election has ${have}`
  throw new RefusedFiles([{ file: 'counties.csv', line: 0, reason }])
}

/** The default names of the levels: as in Poland or, without provinces, in Romania. */
const usualNames = ({ levels, countyLevel }: Places) =>
  (countyLevel === 2 ? ['Województwo', 'Powiat', 'Gmina'] : ['Județ', 'Localitate']).slice(
    0,
    levels,
  )
