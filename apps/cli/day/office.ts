import { sql } from 'kysely'
import { planChanged } from '#features/assignments/contract.ts'
import { insertExcuses } from '#features/milestones/server/excuse-queries.ts'
import { findStation } from '#features/places/server/station-queries.ts'
import { answersSettled } from '#features/stations/contract.ts'
import { differs } from '#features/stations/domain.ts'
import { judgeQuestions, listVisits } from '#features/stations/server/queries.ts'
import { insertSettled } from '#features/stations/server/settled-queries.ts'
import { keepUnplaced } from '#features/visits/server/unplaced-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { batchChangeRecorder, recordBy } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { pick, seededRandom } from '../rehearsal.ts'
import type { StaffCall } from './messages.ts'
import type { SignedIn } from './sign-ins.ts'

const recordExcuses = batchChangeRecorder('assignments', planChanged, 'own organisation')

const reasons = [
  'Bolnav, ne-a scris dimineață; nu are înlocuitor.',
  'Mașina s-a stricat pe drum, nu mai ajunge.',
  'Urgență în familie, revine mâine.',
  'Acreditarea nu a fost gata la timp.',
]

/** Excuses observers whose reason for not coming is known. */
export async function excuse(
  call: StaffCall,
  observerIds: readonly Id<'observers'>[],
): Promise<void> {
  const { db, who, now } = call
  for (const [index, observerId] of observerIds.entries()) {
    const { rows } = await sql<{ id: Id<'assignments'> }>`
      select id from assignments
       where election_id = ${who.scope.electionId} and observer_id = ${observerId}`.execute(db)
    const reason = reasons[index % reasons.length] ?? ''
    const chosen = { assignmentIds: rows.map(({ id }) => id), reason }
    const excused = await insertExcuses(db, who.scope, chosen, { name: who.name, now })
    const lines = excused.map(({ assignmentId, milestoneId, ngoId }) => ({
      ...{ subjectId: assignmentId, after: { milestoneId } },
      ngoId,
    }))
    await recordExcuses(call, 'milestones.excused', lines)
  }
}

/** One in this many stations with differences is settled already. */
const settledOf = 3

const findings = [
  'Am vorbit cu amândoi la telefon: al doilea a venit după ce s-a remediat.',
  'Fotografia din notă arată că așa a fost.',
  'Președintele secției a confirmat la telefon.',
]

/** Settles some of the questions on which observers at these stations differ. */
export async function settleSome(
  call: StaffCall,
  stationIds: readonly Id<'pollingStations'>[],
): Promise<void> {
  const { db, who, now } = call
  let found = 0
  for (const pollingStationId of stationIds) {
    const visits = await listVisits(db, who.scope, pollingStationId)
    const judged = await judgeQuestions(db, who.scope, pollingStationId, visits)
    const one = judged.find(({ comparison }) => differs(comparison))
    const [observerId] = one?.comparison.compared[0] ?? []
    if (!one || observerId === undefined || found++ % settledOf !== 0) continue
    const questionId = one.question.id
    const reason = findings[found % findings.length] ?? ''
    const settling = { pollingStationId, questionId, observerId, reason, answers: one.answers }
    const settledId = await insertSettled(db, who.scope, {
      ...settling,
      ...{ settledAt: now, settledBy: who.name },
    })
    const act = { act: 'stations.answer-settled', subject: 'polling_stations' }
    const after = { questionId, observerId, settledId }
    await recordBy(call, { ...act, subjectId: pollingStationId, after })
    const countyId = (await findStation(db, who.scope, pollingStationId))?.countyId
    const audience = { electionId: who.scope.electionId, ngoId: who.ngoId }
    await announce(
      db,
      answersSettled,
      { ...audience, ...(countyId && { countyId }) },
      {
        pollingStationId,
      },
    )
  }
}

/** Reports for a station that does not exist: a digit too many, or the number of another county. */
export async function keepStrays(
  { db, now }: StaffCall,
  people: readonly SignedIn[],
  counties: readonly string[],
): Promise<void> {
  const chance = seededRandom(5)
  for (const { who } of people) {
    const countyCode = pick(counties, chance) ?? ''
    const sent = {
      ...{ countyCode, pollingStationNumber: 2000 + Math.floor(chance() * 6000) },
      ...{ observerArrivalTime: now.toISOString(), urbanArea: chance() < 0.5 },
    }
    await keepUnplaced(db, who, [{ kind: 'station-info', reason: 'no-such-station', sent }], now)
  }
}
