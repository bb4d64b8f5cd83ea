import type { Tx } from '#database/open.ts'
import type { ResolvedAnswer } from '#features/answers/domain.ts'
import { resolveAnswers } from '#features/answers/domain.ts'
import { storingOf } from '#features/answers/server/store.ts'
import type { Section } from '#features/forms/contract.ts'
import type { PublishedContent } from '#features/forms/domain.ts'
import type { AttachmentDraft } from '#features/notes/server/queries.ts'
import { insertAttachments } from '#features/notes/server/queries.ts'
import { storeNote } from '#features/notes/server/store.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { lockVisits } from '#features/visits/server/queries.ts'
import { storeInfos } from '#features/visits/server/store.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import { pick, seededRandom } from '../rehearsal.ts'
import { answerTo, questionsIn } from './answering.ts'
import type { Act } from './course.ts'
import { guestRemarks, remarks } from './remarks.ts'

/** The data for storing acts of observers: by their indexes in the lists. */
export type Ground = {
  readonly electionId: Id<'elections'>
  readonly observers: readonly (ObserverActor | undefined)[]
  readonly stations: readonly (PlacedStation & { readonly voters: number })[]
  /** By code. */
  readonly forms: ReadonlyMap<string, readonly Section[]>
  readonly known: PublishedContent
  /** By name. */
  readonly pictures: ReadonlyMap<string, AttachmentDraft>
  /** Observers who contradict a colleague at the same station. */
  readonly differing: ReadonlySet<number>
  readonly isGuest: (observer: number) => boolean
}

type Doing<A extends Act = Act> = {
  readonly act: A
  readonly who: ObserverActor
  readonly station: PlacedStation & { readonly voters: number }
}

/** Stores what observers did within a few minutes, in one transaction. */
export async function store(tx: Tx, ground: Ground, acts: readonly Act[]): Promise<void> {
  const doings = acts.flatMap((act): Doing[] => {
    const [who, station] = [ground.observers[act.observer], ground.stations[act.station]]
    return who && station ? [{ act, who, station }] : []
  })
  for (const kind of ['arrive', 'leave'])
    await storeComings(
      tx,
      ground,
      doings.filter(({ act }) => act.kind === kind),
    )
  const reports = doings.filter(
    (one): one is Doing<Extract<Act, { kind: 'report' }>> => one.act.kind === 'report',
  )
  for (const turn of turnsOf(reports)) await storeReports(tx, ground, turn)
  for (const one of doings) if (one.act.kind === 'note') await storeRemark(tx, ground, one)
}

/** Arrivals or leavings, and the station info reported with them. */
async function storeComings(tx: Tx, { electionId }: Ground, comings: readonly Doing[]) {
  const [first] = comings
  if (!first) return
  const visits = await lockVisits(
    tx,
    electionId,
    comings.map(({ who, station, act }) => ({ who, stations: [station], now: act.at })),
  )
  const byKey = new Map(visits.map((one) => [keyOf(one.observerId, one.pollingStationId), one]))
  const infos = comings.flatMap(({ act, who, station }) => {
    const visit = byKey.get(keyOf(who.id, station.id))
    return visit ? [{ who, now: act.at, visit, draft: infoOf(act, station.voters) }] : []
  })
  await storeInfos(tx, first.who.scope, infos)
}

const keyOf = (observerId: number, stationId: number) => `${observerId}/${stationId}`

const infoOf = ({ kind, at, station }: Act, voters: number) =>
  kind === 'leave'
    ? { observerLeaveTime: at.toISOString() }
    : { observerArrivalTime: at.toISOString(), ...factsOf(station, voters) }

/** The station info that any observer reports on arrival. */
function factsOf(station: number, voters: number) {
  const chance = seededRandom(station + 300_000)
  const members = 7 + Math.floor(chance() * 5)
  return {
    urbanArea: voters > 1200,
    isPollingStationPresidentFemale: chance() < 0.55,
    numberOfVotersOnTheList: voters,
    numberOfCommissionMembers: members,
    numberOfFemaleMembers: Math.floor(members * (0.3 + 0.5 * chance())),
    chairmanPresence: chance() < 0.98,
    adequatePollingStationSize: chance() < 0.93,
  }
}

type ReportDoing = Doing<Extract<Act, { kind: 'report' }>>

/** Splits reports so that each batch has at most one of an observer. */
function turnsOf(reports: readonly ReportDoing[]): ReportDoing[][] {
  const turns: Map<number, ReportDoing>[] = []
  for (const one of reports) {
    const free = turns.find((turn) => !turn.has(one.who.id))
    if (free) free.set(one.who.id, one)
    else turns.push(new Map([[one.who.id, one]]))
  }
  return turns.map((turn) => [...turn.values()])
}

async function storeReports(tx: Tx, ground: Ground, doings: readonly ReportDoing[]) {
  const reports = doings.map((one) => ({
    ...{ who: one.who, now: one.act.at, stations: [one.station] },
    resolved: resolvedIn(ground, one),
  }))
  for (const one of await storingOf(tx, ground.electionId, reports)) await one.execute(tx)
}

function resolvedIn(
  { forms, known, differing }: Ground,
  { act, station }: ReportDoing,
): ResolvedAnswer[] {
  const questions = questionsIn(forms.get(act.form) ?? []).filter(
    ({ code }) => act.questions?.includes(code) ?? true,
  )
  const seen = {
    ...{ station: act.station, voters: station.voters },
    differs: differing.has(act.observer),
  }
  const placed = questions.slice(0, questions.length - (act.leftOut ?? 0)).map((question) => ({
    stationId: station.id,
    draft: {
      ...{ countyCode: '', pollingStationNumber: 0, questionId: question.id },
      options: answerTo(question, seen),
    },
  }))
  return resolveAnswers(placed, known, () => 1).resolved
}

async function storeRemark(
  tx: Tx,
  { pictures, isGuest, forms }: Ground,
  { act, who, station }: Doing,
) {
  const chance = seededRandom((act.at.getTime() % 1_000_000) + act.observer)
  chance()
  const remark = pick(isGuest(act.observer) ? guestRemarks : remarks, chance)
  if (!remark) return
  const [name] = chance() < 0.7 ? [pick(remark.pictures ?? [], chance)] : []
  const picture = name === undefined ? undefined : pictures.get(name)
  const question = chance() < 0.3 ? questionsIn(forms.get('B') ?? [])[0] : undefined
  const note = {
    questionId: question?.id ?? null,
    text: remark.text,
    files: picture ? [picture.sha256.toString('hex')] : [],
  }
  await storeNote({ db: tx, who, now: act.at }, station, note, (noteId) =>
    insertAttachments(tx, who.scope, { noteId }, picture ? [picture] : []),
  )
}
