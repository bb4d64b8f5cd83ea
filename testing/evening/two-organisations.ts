import { sql } from 'kysely'
import { accounts } from '#features/accounts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { calls } from '#features/calls/contract.ts'
import { comments } from '#features/comments/contract.ts'
import { exports } from '#features/export/contract.ts'
import { handover } from '#features/handover/contract.ts'
import { handOver } from '#features/handover/server/testing.ts'
import { incidents } from '#features/incidents/contract.ts'
import { makeIncident, merge } from '#features/incidents/server/testing.ts'
import { makeKey } from '#features/keys/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { views } from '#features/views/contract.ts'
import { keep } from '#features/views/server/testing.ts'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { securityOf } from '../passkey.ts'
import { type Person, phones, type Stage } from '../stage.ts'

/** A word in everything that Ana's organisation and its observers write. */
export const secret = 'Taină'

/** A word in everything that Călin's organisation writes. */
export const ours = 'Vecini'

/** The first id of Ana's organisation, in every table, and of everything after. */
export const theirIds = 500_000_000
const laterIds = 900_000_000

/** What identifies a row, or a reply, as theirs: their word, or one of their ids. */
export const theirMark = `${secret}|(?<![.0-9a-f])5000[0-9]{5}(?![0-9a-f])`

/** Targets for Călin: ids and names of the other organisation's things. */
export type Theirs = {
  readonly ngoId: number
  readonly staffId: number
  readonly sessionId: string
  readonly passkeyId: number
  readonly observerId: number
  readonly deletedObserverId: number
  readonly deletedStaffId: number
  readonly keyId: number
  readonly importId: number
  readonly planImportId: number
  readonly phone: string
  readonly pollingStationId: number
  readonly countyId: number
  /** An excused assignment, and one that was taken out of the plan. */
  readonly assignmentId: number
  readonly removedAssignmentId: number
  readonly callId: number
  readonly commentId: number
  readonly deletedCommentId: number
  readonly viewId: number
  readonly deletedViewId: number
  readonly handoverId: number
  readonly takenHandoverId: number
  readonly deletedHandoverId: number
  readonly incidentId: number
  readonly mergedIncidentId: number
  readonly dismissalId: number
  /** An incident of Călin's. */
  readonly ownIncidentId: number
  readonly unplacedId: number
  readonly dismissedId: number
  readonly placedId: number
  readonly placingId: number
  /** A difference that Ana settled, among all observers. */
  readonly settledId: number
  /** A change of the review of their report. */
  readonly reviewChangeId: number
  /** A note of their report. */
  readonly noteId: number
  readonly notificationId: number
  /** A finished export, and some refused rows; and a waiting one. */
  readonly taskId: number
  readonly waitingTaskId: number
  /** An observer of Călin's. */
  readonly ownObserverId: number
  /** A link to a picture of theirs with the signature of a link of Călin's. */
  readonly forgedLink: { readonly signature: string; readonly file: string; readonly until: string }
}

/** Two organisations that have rows of every kind, Călin's first. */
export async function setTwoOrganisations(cast: Stage): Promise<Theirs> {
  await setMilestone(cast)
  await writeAll(cast, cast.dana, dej, ours)
  await writeAll(cast, cast.dana, aiud, ours)
  await send(cast.dana, answerOf(cast, aiud, 'A2.2', 'Da'), answerOf(cast, dej, 'A2.1', 'Cabine'))
  await employ(cast.calin, undefined, ours, '0788')
  await order(cast.calin, await observerIdOf(cast.calin, phones.dana), ours)
  await planOne(cast, cast.calin, await observerIdOf(cast.calin, phones.dana), ours)
  await startIdsAt(cast, theirIds)
  await takeNewIds(cast)
  const own = await ownNgo(cast)
  const body = { name: `${secret} SRL`, shortName: secret, isActive: true }
  await cast.ana.call(accounts.editNgo, { params: { id: own }, body })
  await writeAll(cast, cast.bogdan, aiud, secret)
  await writeAll(cast, cast.emil, blaj, `${secret} de test`)
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', 'Nu, la=7:30'))
  await cast.figures()
  const ngoId = (await cast.ana.call(accounts.addNgo, { body })) as Id<'ngos'>
  const at = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  const ownObserverId = await observerIdOf(cast.calin, phones.dana)
  return finishTheirs(cast, {
    ...{ by: cast.calin, ownObserverId, ownStationId: at },
    ...{ phone: phones.bogdan, pollingStationId: at, ngoId },
  })
}

/** A caller who may not see what they aim at, and what they may see. */
type Aim = {
  readonly by: Person
  readonly ownObserverId: Id<'observers'>
  /** Where that observer has written a note. */
  readonly ownStationId: Id<'pollingStations'>
  /** An observer and a station of theirs. */
  readonly phone: string
  readonly pollingStationId: Id<'pollingStations'>
  /** An organisation of theirs other than Ana's. */
  readonly ngoId?: Id<'ngos'>
  /** Whether a report from an unknown station is theirs. */
  readonly isTheirs?: (sent: unknown) => boolean
}

/** Adds accounts, messages, a plan and exports to what was reported, and returns everything to aim at. */
export async function finishTheirs(cast: Stage, aim: Aim): Promise<Theirs> {
  const { ana } = cast
  const { phone, ownObserverId, pollingStationId } = aim
  const employed = await employ(ana, aim.ngoId, secret, '0799')
  const observerId = await observerIdOf(ana, phone)
  const notificationId = await order(ana, observerId, secret)
  const planned = await planOne(cast, ana, observerId, secret)
  const waitingTaskId = await startExport(ana)
  const taskId = await doneExport(cast)
  const security = await securityOf(ana, secret)
  const shown = await shownToAna(cast, aim, observerId)
  const ngoId = aim.ngoId ?? (await ana.call(accounts.listNgos))[0]!.id
  await startIdsAt(cast, laterIds)
  const own = { title: ours, pollingStationId: aim.ownStationId }
  const { id: ownIncidentId } = await makeIncident(aim.by, own)
  const made = { ngoId, ...employed, ...planned, notificationId, taskId, waitingTaskId }
  const dismissalId = await dismissOne(cast, aim, employed.staffId)
  const theirs = { ...made, ownIncidentId, dismissalId }
  const incident = { params: { id: theirs.incidentId }, body: { noteId: shown.noteId } }
  await ana.call(incidents.linkNote, incident)
  return { ...theirs, ...shown, ...security, observerId, phone, ownObserverId, pollingStationId }
}

/** The other organisation continues: more of everything, none of it Călin's. */
export async function workOn(cast: Stage): Promise<void> {
  const word = `${secret} iar`
  await writeAll(cast, cast.bogdan, dej, word)
  await writeAll(cast, cast.bogdan, aiud, word)
  const unknown = { ...answerOf(cast, aiud, 'A1.1'), options: [{ optionId: 77_777, value: word }] }
  await cast.bogdan.call(answers.send, { body: { answers: [unknown] } })
  await employ(cast.ana, undefined, word, '0798')
  await order(cast.ana, await observerIdOf(cast.ana, phones.bogdan), word)
  const observerId = await observerIdOf(cast.ana, phones.bogdan)
  await planOne(cast, cast.ana, observerId, word, 'AB2')
  // For an observer who still owes something: excused ones are not reminded.
  const pollingStationId = cast.field.stationId('AB2', 1) as Id<'pollingStations'>
  const shift = {
    observerId,
    pollingStationId,
    from: '2026-11-22 15:00',
    until: '2026-11-22 17:00',
  }
  await cast.ana.call(assignments.add, { body: { assignments: [shift] } })
  // Ana is alerted of it.
  await makeIncident(cast.rodica, { title: word, pollingStationId })
  await startExport(cast.ana)
  const left = { ...aiud, observerLeaveTime: '2026-11-22 21:00' }
  await cast.bogdan.call(visits.leave, { body: left })
  await send(cast.bogdan, answerOf(cast, dej, 'A2.1', 'Urne'))
  await cast.rodica.call(answers.markSeen, {
    body: {
      observerId,
      pollingStationId: cast.field.stationId('AB1', 1),
      lastModified: '2026-11-22T12:00:00Z',
    },
  })
  await cast.figures()
}

/** Everything that a phone can send, with the word wherever text is allowed. */
export async function writeAll(
  cast: Stage,
  observer: Person,
  at: typeof aiud | typeof blaj | typeof dej,
  word: string,
) {
  const nowhere = { countyCode: word, pollingStationNumber: 1 }
  await observer.call(session.registerDevice, { body: { channelName: 'Firebase', token: word } })
  await observer.call(visits.report, { body: { ...at, observerArrivalTime: '2026-11-22 07:00' } })
  await observer.call(visits.report, { body: nowhere })
  const flagged = answerOf(cast, at, 'A1.1', 'Nu')
  await send(
    observer,
    flagged,
    answerOf(cast, at, 'A1.2', `Altceva=${word}`),
    answerOf(cast, at, 'C1.1', 'Nu'),
  )
  await observer.call(answers.send, { body: { answers: [{ ...flagged, ...nowhere }] } })
  const picture = [{ name: `${word}.png`, bytes: png(word) }]
  for (const place of [at, nowhere])
    await observer.call(notes.write, { body: { ...place, text: word } }, picture)
}

/** Two observers and two accounts, one of each deleted again, an access key, and an import of a third observer. */
export async function employ(
  by: Person,
  ngoId: Id<'ngos'> | undefined,
  word: string,
  prefix: string,
) {
  const add = (name: string, phone: string) =>
    by.call(observers.add, { body: { name, phone, pin: '4321', ...(ngoId && { ngoId }) } })
  await add(`${word} Unu`, `${prefix} 1`)
  const deletedObserverId = (await add(`${word} Doi`, `${prefix} 2`)) as Id<'observers'>
  await by.call(observers.remove, { query: { id: deletedObserverId } })
  const hire = async (account: string) => {
    const body = { account, password: 'o parolă destul de lungă', ...(ngoId && { ngoId }) }
    return (await by.call(accounts.add, { body })) as Id<'staff'>
  }
  const staffId = await hire(word)
  const deletedStaffId = await hire(`${word} plecat`)
  await by.call(accounts.remove, { params: { id: deletedStaffId }, query: {} })
  const { id: keyId } = await makeKey(by, { name: word, ...(ngoId && { ngoId }) })
  const bytes = new TextEncoder().encode(`Phone,Pin,Name\n${prefix} 3,4321,${word} Trei\n`)
  const file = [{ name: `${word}.csv`, bytes }]
  await by.call(observers.import, { body: { ...(ngoId && { ngoId }) } }, file)
  const { id: importId } = (await by.call(observers.listImports))[0]!
  return { deletedObserverId, staffId, deletedStaffId, keyId, importId }
}

/** A milestone and its reminder, shared by all: created before any sign-in, and before ids are told apart. */
export const setMilestone = ({ database }: Stage) =>
  database.write((tx) =>
    sql`with due as (
          insert into milestones (election_id, name, kind, due_after_min)
          select id, 'Sosire', 'arrival', 30 from elections where is_current
          returning election_id, id)
        insert into reminders (election_id, milestone_id, minutes, title, body, at_night, since_at, made_by,
                               made_by_name, ngo_id)
        select due.election_id, due.id, 10, 'Memento', 'Ești așteptat.', true, 'epoch', 0, 'set-up', ngos.id
          from due, (select min(id) as id from ngos) ngos`.execute(tx),
  )

/** Two assignments, one excused and one taken out of the plan again, and a call to the observer. */
async function planOne(
  { field }: Stage,
  by: Person,
  observerId: Id<'observers'>,
  reason: string,
  areaCode = 'AB1',
) {
  const pollingStationId = field.stationId(areaCode, 1) as Id<'pollingStations'>
  const shift = (from: string) => ({
    observerId,
    pollingStationId,
    from,
    until: '2026-11-22 23:00',
  })
  const [assignmentId = 0, removedAssignmentId = 0] = await by.call(assignments.add, {
    body: { assignments: [shift('2026-11-22 06:00'), shift('2026-11-22 14:00')] },
  })
  await by.call(assignments.remove, {
    body: { ids: [removedAssignmentId as Id<'assignments'>] },
  })
  const assignmentIds = [assignmentId as Id<'assignments'>]
  await by.call(milestones.excuse, { body: { assignmentIds, reason } })
  const callId = await by.call(calls.log, {
    body: { observerId, outcome: 'reached', note: reason },
  })
  const comment = { body: { observerId, text: reason } }
  const commentId = await by.call(comments.write, comment)
  const deletedCommentId = await by.call(comments.write, comment)
  await by.call(comments.remove, { params: { id: deletedCommentId } })
  const handoverId = await handOver(by, reason)
  const takenHandoverId = await handOver(by, reason)
  const deletedHandoverId = await handOver(by, reason)
  await by.call(handover.remove, { params: { id: deletedHandoverId } })
  const viewId = await keep(by, { name: reason })
  const deletedViewId = await keep(by, { name: reason, sharing: 'organisation' })
  await by.call(views.remove, { params: { id: deletedViewId } })
  const { id: incidentId } = await makeIncident(by, { title: reason, pollingStationId })
  const { id: mergedIncidentId } = await makeIncident(by, { title: reason, pollingStationId })
  await merge(by, mergedIncidentId, incidentId)
  const [row] = (await by.call(assignments.list, { query: { observerId } })).data
  const text = `Phone,Municipality code,Station number,From,Until\n${row?.observerPhone},AB1,1,2026-11-21 06:00,2026-11-21 07:00`
  await by.call(assignments.import, { body: {} }, [
    { name: `${reason}.csv`, bytes: Buffer.from(text) },
  ])
  const planImportId = (await by.call(assignments.listImports))[0]?.id ?? 0
  const ids = {
    callId,
    commentId,
    deletedCommentId,
    handoverId,
    takenHandoverId,
    deletedHandoverId,
    viewId,
    deletedViewId,
    incidentId,
    mergedIncidentId,
    planImportId,
    assignmentId,
    removedAssignmentId,
  }
  return { ...ids, countyId: row?.countyId ?? 0 }
}

export async function startIdsAt({ database }: Stage, from: number): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES'`.execute(database.primary)
  await database.write(async (tx) => {
    for (const { table, column } of rows)
      await sql`alter table ${sql.table(table)} alter ${sql.ref(column)}
                restart with ${sql.lit(from)}`.execute(tx)
  })
}

/** The cast of Ana's organisation existed before: it moves to known ids. */
async function takeNewIds({ database }: Stage): Promise<void> {
  await database.write(async (tx) => {
    await sql`update staff set id = default where account = 'ana'`.execute(tx)
    await sql`update observers set id = default, name = ${secret} || ' ' || name
               where name in ('Bogdan Pop', 'Emil Test')`.execute(tx)
  })
}

async function ownNgo({ ana }: Stage): Promise<Id<'ngos'>> {
  const { ngoId } = await ana.call(session.me)
  return ngoId as Id<'ngos'>
}

export async function observerIdOf(by: Person, number: string): Promise<Id<'observers'>> {
  return (await by.call(observers.list, { query: { number } })).data[0]!.id
}

export const startExport = async (by: Person): Promise<number> =>
  (await by.call(exports.start, { body: { what: 'observers' } })).id

/** Sends a message, and enqueues an export. */
export async function order(
  by: Person,
  observerId: Id<'observers'>,
  word: string,
): Promise<number> {
  const body = { title: word, message: word, recipients: [observerId] }
  await by.call(notifications.send, { body })
  await startExport(by)
  return (await by.call(notifications.list, { query: {} })).data[0]!.id
}

/** A finished export of Ana's. */
async function doneExport({ ana, database, outside }: Stage): Promise<number> {
  const id = await startExport(ana)
  const rows = [{ line: 2, reason: secret, cells: [secret] }]
  const refused = outside.secrets.seal(JSON.stringify({ headings: [], separator: ',', rows }))
  const bytes = Buffer.from(secret)
  await database.write(async (tx) => {
    await sql`update tasks set state = 'done', attempt = 1, finished_at = created_at,
                     expires_at = created_at + interval '1 day', result_name = 'observers.csv',
                     result_type = 'text/csv', result_bytes = ${bytes.length}, refused = 1,
                     refused_rows = ${JSON.stringify({ sealed: refused.toString('base64') })}
               where id = ${id}`.execute(tx)
    await sql`insert into task_files (election_id, task_id, attempt, part, bytes)
              select election_id, id, 1, 0, ${bytes} from tasks where id = ${id}`.execute(tx)
  })
  return id
}

/** A difference settled by the organiser; its answers do not matter here. */
async function settleForAll(
  { database }: Pick<Stage, 'database'>,
  pollingStationId: Id<'pollingStations'>,
  observerId: Id<'observers'>,
): Promise<number> {
  return database.write(async (tx) => {
    const { electionId } = await tx
      .selectFrom('pollingStations')
      .select('electionId')
      .where('id', '=', pollingStationId)
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('settledAnswers')
      .values({
        ...{ electionId, pollingStationId, observerId, ngoId: null, questionId: 1 },
        ...{ reason: secret, answers: '', settledAt: new Date(), settledBy: 'ana' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** A suggestion that an account of theirs dismissed. */
const dismissOne = ({ database }: Stage, { pollingStationId }: Aim, dismissedBy: number) =>
  database.write(async (tx) => {
    const { electionId, ngoId } = await tx
      .selectFrom('incidents')
      .select(['electionId', 'ngoId'])
      .limit(1)
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('dismissedSuggestions')
      .values({
        ...{ electionId, ngoId, placeId: pollingStationId, questionId: null },
        ...{ untilAt: new Date(0), dismissedBy },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

/** Data that only Ana sees, for the aimer to aim at. */
async function shownToAna(
  { ana, database }: Stage,
  { by, ownObserverId, ownStationId, pollingStationId, isTheirs = () => true }: Aim,
  observerId: Id<'observers'>,
) {
  const theirNotes = await ana.call(notes.list, { query: { observerId, pollingStationId } })
  const query = { observerId: ownObserverId, pollingStationId: ownStationId }
  const ourNotes = await by.call(notes.list, { query })
  const items = (await ana.call(unplaced.list, { query: {} })).data
  const [aside, dismissed, placed] = items.filter(({ sent }) => isTheirs(sent))
  await ana.call(unplaced.dismiss, { params: { id: dismissed!.id } })
  const params = { id: placed!.id }
  const { placingId } = await ana.call(unplaced.place, { params, body: { pollingStationId } })
  const settledId = await settleForAll({ database }, pollingStationId, observerId)
  const lastModified = new Date()
  const seen = { observerId, pollingStationId: Number(pollingStationId), lastModified }
  const { changeId } = await review(ana, [seen], { state: 'in-work', assignee: 'ana' })
  const partsOf = (link: string) => /attachments\/(\d+)\/([^/]+)\/([^?]+)$/.exec(link)!
  const [, until = '', signature = ''] = partsOf(ourNotes[0]!.attachmentPath!)
  const [, , , file = ''] = partsOf(theirNotes[0]!.attachmentPath!)
  const ids = { unplacedId: aside!.id, dismissedId: dismissed!.id, placedId: placed!.id }
  return {
    ...ids,
    settledId,
    reviewChangeId: changeId,
    noteId: theirNotes[0]!.id,
    placingId,
    forgedLink: { signature, file, until },
  }
}
