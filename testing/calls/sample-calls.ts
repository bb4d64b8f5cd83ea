import { accounts } from '#features/accounts/contract.ts'
import { pinnedQuestions } from '#features/analysis/pins-contract.ts'
import { correct } from '#features/answers/server/corrections/testing.ts'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { planElsewhere } from '#features/assignments/server/testing.ts'
import { calls } from '#features/calls/contract.ts'
import { comments } from '#features/comments/contract.ts'
import { comment } from '#features/comments/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, practise, prepare, runoff } from '#features/elections/server/testing.ts'
import { exports } from '#features/export/contract.ts'
import { factors } from '#features/factors/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { textInHungarian } from '#features/forms/server/translations/testing.ts'
import { handover } from '#features/handover/contract.ts'
import { handOver } from '#features/handover/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { hooks } from '#features/hooks/contract.ts'
import { incidents } from '#features/incidents/contract.ts'
import { makeIncident, mergeTwo, suggested } from '#features/incidents/server/testing.ts'
import { invitations } from '#features/invitations/contract.ts'
import { makeKey } from '#features/keys/server/testing.ts'
import { map } from '#features/map/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { milestoneElsewhere } from '#features/milestones/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { reminders } from '#features/reminders/contract.ts'
import { review, sentBack } from '#features/reviews/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { wallLinks } from '#features/situation/contract.ts'
import { disagree, settleFirst } from '#features/stations/server/testing.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { views } from '#features/views/contract.ts'
import { keep } from '#features/views/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { sampleForms } from '../evening/election.ts'
import { appBody, TestPasskey } from '../passkey.ts'
import { csv } from '../refusals/refusal-case.ts'
import { passwords, phones, pins, type Stage } from '../stage.ts'
import { workbookOf } from '../workbook.ts'
import type { CallParts } from './attacks.ts'

/** For each call that changes something, a sample: its preparation, and its content. */
export type SampleCalls = Readonly<Record<string, (cast: Stage) => CallParts | Promise<CallParts>>>

const password = 'o parolă destul de lungă'
const message = { title: 'Salut', message: 'Bună dimineața' }
const nowhere = { countyCode: 'XX', pollingStationNumber: 7 }
const county = { code: 'XX', name: 'Nou', numberOfPollingStations: 2, diaspora: false }
const ofParams = (id: number | string) => ({ params: { id } })

/** Told by Bogdan on the telephone. */
const telephoned = async (cast: Stage, body: object) => ({
  params: { observerId: await observerId(cast) },
  body: { pollingStationId: cast.field.stationId('AB1', 1), ...body },
})

const observerId = async ({ ana }: Stage, name = 'Bogdan') =>
  (await ana.call(observers.list, { query: { name } })).data[0]!.id

/** A report of Bogdan's. */
async function reportKey(cast: Stage) {
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const [thread] = (await list(cast.ana)).threads
  const { observerId, pollingStationId } = thread!
  return { observerId, pollingStationId }
}

async function noteOfBogdan(cast: Stage) {
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } })
  const [note] = await cast.ana.call(notes.list, { query: await reportKey(cast) })
  return note!.id
}

/** Bogdan answered *Nu*; it was *Da*. */
async function correcting(cast: Stage) {
  const report = await reportKey(cast)
  const { questionId, options } = answerOf(cast, aiud, 'A1.1', 'Da')
  const { options: shown } = answerOf(cast, aiud, 'A1.1', 'Nu')
  const was = { options: shown, revision: 0 }
  return { ...report, questionId, options, reason: 'A apăsat greșit', was }
}

async function deletedObserver(cast: Stage) {
  const id = await observerId(cast)
  await cast.ana.call(observers.remove, { query: { id } })
  return id
}

async function countyId({ ana }: Stage, code = 'CJ') {
  return (await ana.call(places.counties)).find((one) => one.code === code)!.id
}

async function areaId({ database }: Pick<Stage, 'database'>, code: string) {
  const { id } = await database.primary
    .selectFrom('areas')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return id
}

async function unplacedItemId({ ana, bogdan }: Stage) {
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } })
  return (await ana.call(unplaced.list, { query: {} })).data[0]!.id
}

const placeAtAiud = ({ ana }: Stage, id: Id<'unplaced'>) =>
  ana.call(unplaced.place, { params: { id }, body: { station: aiud } })

async function messageToBogdan(cast: Stage, takeBackForSeconds = 0) {
  const recipients = [await observerId(cast)]
  const body = { ...message, recipients, takeBackForSeconds }
  await cast.ana.call(notifications.send, { body })
  return (await cast.ana.call(notifications.list, { query: {} })).data[0]!.id
}

/** Bogdan at Aiud, all day. */
const shiftOf = async (cast: Stage) => ({
  observerId: await observerId(cast),
  pollingStationId: cast.field.stationId('AB1', 1) as Id<'pollingStations'>,
  from: '2026-11-22 06:00',
  until: '2026-11-22 23:00',
})

async function assignmentId(cast: Stage) {
  const body = { assignments: [await shiftOf(cast)] }
  return (await cast.ana.call(assignments.add, { body }))[0]!
}

const arrival = { name: 'Sosire', kind: 'arrival', dueAt: '2026-11-22 12:00' } as const
const milestoneId = ({ ana }: Stage) => ana.call(milestones.add, { body: arrival })

/** An address that needs no look-up; nothing is sent to it before jobs run. */
const hookDraft = { address: 'https://93.184.216.34/veghe', kinds: ['incident.opened' as const] }
const hookId = async ({ ana }: Stage) => (await ana.call(hooks.add, { body: hookDraft })).id

const reminderId = async (cast: Stage) =>
  cast.ana.call(reminders.add, {
    body: { ...halfAnHourBefore, milestoneId: await milestoneId(cast) },
  })
const halfAnHourBefore = { minutes: -30, title: 'Termen', message: '{name}: {station}' } as const

/** An assignment with an expectation. */
async function owing(cast: Stage) {
  await milestoneId(cast)
  const id = await assignmentId(cast)
  // Only counted expectations can be excused.
  await cast.figures()
  return id
}

const plan7 = csv(
  'p.csv',
  `Phone,Municipality code,Station number,From,Until
${phones.bogdan},AB1,1,2026-11-22 06:00,2026-11-22 23:00
`,
)

async function staffId({ database }: Stage) {
  const { id } = await database.primary
    .selectFrom('staff')
    .select('id')
    .where('account', '=', 'calin')
    .executeTakeFirstOrThrow()
  return id
}

/** A passkey of Ana's. */
async function passkeyOf({ ana }: Stage) {
  const key = new TestPasskey()
  const passkey = key.register(await ana.call(factors.newPasskey))
  const id = await ana.call(factors.addPasskey, { body: { name: 'Telefonul meu', passkey } })
  return { key, id }
}

/** Fails to sign in as a stranger until the account is locked. */
async function lockOut({ stranger }: Stage, account: { user: string; uniqueId?: string }) {
  const payload = { ...account, password: '9999' }
  for (let time = 0; time < 5; time++)
    await stranger.send({ method: 'POST', url: session.authorize.path, payload })
}

async function aMinuteAfterSignIn({ ana, clock }: Stage): Promise<void> {
  await ana.token()
  clock.now = new Date(clock.now.getTime() + 60_000)
}

/** A second session of Ana's. */
async function otherSession({ ana, stranger }: Stage) {
  await ana.token()
  await stranger.call(session.authorize, { body: { user: 'ana', password: passwords.ana } })
  return (await ana.call(session.own)).find(({ isThis }) => !isThis)!.id
}

const outlines = {
  name: 'judete.geojson',
  bytes: Buffer.from(
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"CJ"},"geometry":{"type":"Polygon","coordinates":[[[23,46],[24,46],[24,47],[23,46]]]}}]}',
  ),
}

async function outlineFileId({ ana }: Stage) {
  return (await ana.call(map.uploadShapes, { body: { anyway: true } }, [outlines])).file!.id
}

const phoneSignIn = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'x', fcmToken: 'y' }
const places7 = csv('s.csv', 'County code,Municipality code,Number\nAB,AB1,77\n')
const observer7 = csv('o.csv', 'Name,Phone,Pin\nIoana,0777 1,1234\n')
const areas7 = csv('a.csv', 'Code,Name,Parent code\nXX,Nou,T\n')
const county7 = csv('c.csv', 'Code,Name,Province code\nXX,Nou,T\n')

/** Calls for elections whose counties hold their stations themselves. */
export const onFlatMap: ReadonlySet<string> = new Set(['places.restoreStations'])

export const sampleCalls: SampleCalls = {
  'session.authorize': () => ({ body: phoneSignIn }),
  'session.authorizeV1': () => ({ body: { user: 'ana', password: passwords.ana } }),
  'session.signOut': () => ({}),
  'session.authorizeByPasskey': async (cast) => {
    const { key } = await passkeyOf(cast)
    return { body: { passkey: key.answer(await cast.stranger.call(session.passkeyQuestion)) } }
  },
  'session.confirm': async (cast) => {
    await aMinuteAfterSignIn(cast)
    return { body: { password: passwords.ana } }
  },
  'session.renew': async (cast) => {
    await aMinuteAfterSignIn(cast)
    return {}
  },
  'session.endOne': async (cast) => ofParams(await otherSession(cast)),
  'session.endOthers': async (cast) => {
    await otherSession(cast)
    return {}
  },
  'invitations.invite': async (cast) => ofParams(await staffId(cast)),
  'invitations.forgot': async (cast) => {
    const id = (await staffId(cast)) as Id<'staff'>
    const body = { email: 'calin@example.org' }
    await cast.ana.call(accounts.setEmail, { params: { id }, body })
    return { body: { account: 'calin' } }
  },
  'invitations.accept': async (cast) => {
    const id = (await staffId(cast)) as Id<'staff'>
    const { link } = await cast.ana.call(invitations.invite, { params: { id } })
    return { body: { token: link.slice(-43), password } }
  },
  'factors.turnOn': () => ({ body: appBody }),
  'factors.turnOff': async ({ ana }) => {
    await ana.call(factors.turnOn, { body: appBody })
    return {}
  },
  'factors.renewRecoveryCodes': async ({ ana }) => {
    await ana.call(factors.turnOn, { body: appBody })
    return {}
  },
  'factors.addPasskey': async ({ ana }) => {
    const passkey = new TestPasskey().register(await ana.call(factors.newPasskey))
    return { body: { name: 'Telefonul meu', passkey } }
  },
  'factors.removePasskey': async (cast) => ofParams((await passkeyOf(cast)).id),
  'factors.setRule': async ({ ana }) => {
    await ana.call(factors.turnOn, { body: appBody })
    return { body: { isWanted: true } }
  },
  'factors.takeAway': async (cast) => {
    await cast.calin.call(factors.turnOn, { body: appBody })
    return ofParams(await staffId(cast))
  },
  'session.registerDevice': () => ({ body: { channelName: 'Firebase', token: 'y' } }),
  'accounts.addNgo': () => ({ body: { name: 'Alt ONG', shortName: 'AO' } }),
  'accounts.editNgo': async ({ database }) => {
    const { id } = await database.primary
      .selectFrom('ngos')
      .select('id')
      .where('isOrganiser', '=', false)
      .executeTakeFirstOrThrow()
    return { ...ofParams(id), body: { name: 'Alt nume', shortName: 'AN', isActive: true } }
  },
  'accounts.add': () => ({ body: { account: 'nou', password } }),
  'keys.make': () => ({ body: { name: 'Harta', role: 'reviewer', days: 90 } }),
  'keys.revoke': async ({ ana }) => ofParams((await makeKey(ana)).id),
  'accounts.setEmail': async (cast) => ({
    ...ofParams(await staffId(cast)),
    body: { email: 'calin@example.org' },
  }),
  'accounts.setRole': async (cast) => ({
    ...ofParams(await staffId(cast)),
    body: { role: 'reviewer', countyCodes: ['CJ'] },
  }),
  'accounts.setPassword': async (cast) => ({
    ...ofParams(await staffId(cast)),
    body: { password },
  }),
  'accounts.unlock': async (cast) => {
    await lockOut(cast, { user: 'calin' })
    return ofParams(await staffId(cast))
  },
  'accounts.remove': async (cast) => ofParams(await staffId(cast)),
  'accounts.restore': async (cast) => {
    const id = await staffId(cast)
    await cast.ana.call(accounts.remove, { params: { id }, query: {} })
    return ofParams(id)
  },
  'accounts.choosePassword': async ({ database }) => {
    await database.write((tx) =>
      tx
        .updateTable('staff')
        .set({ passwordUntil: new Date('2027-01-01') })
        .execute(),
    )
    return { body: { password } }
  },
  'accounts.changeOwnPassword': () => ({ body: { current: passwords.ana, password } }),
  'tasks.cancel': async ({ ana }) =>
    ofParams((await ana.call(exports.start, { body: { what: 'observers' } })).id),
  'exports.start': () => ({ body: { what: 'answers' } }),
  'elections.edit': () => ({ body: runoff }),
  'elections.clearRehearsal': async (cast) => {
    await practise(cast)
    return {}
  },
  'elections.add': () => ({ body: runoff }),
  'elections.editOne': async (cast) => ({ ...ofParams(await currentId(cast)), body: runoff }),
  'elections.makeCurrent': async (cast) => ofParams(await prepare(cast)),
  'elections.start': async (cast) => {
    await practise(cast)
    return ofParams(await currentId(cast))
  },
  'elections.archive': async (cast) => ofParams(await prepare(cast)),
  'elections.reopen': async (cast) => {
    const id = await prepare(cast)
    await cast.ana.call(elections.archive, { params: { id } })
    return ofParams(id)
  },
  'elections.look': async (cast) => {
    const id = await prepare(cast)
    await cast.ana.call(elections.archive, { params: { id } })
    return ofParams(id)
  },
  'elections.lookAway': async (cast) => {
    const id = await prepare(cast)
    await cast.ana.call(elections.archive, { params: { id } })
    await cast.ana.call(elections.look, { params: { id } })
    return {}
  },
  'elections.erasePeople': async (cast) => {
    const id = await prepare(cast)
    await cast.ana.call(elections.archive, { params: { id } })
    return ofParams(id)
  },
  'elections.stopErasing': async (cast) => {
    const id = await prepare(cast)
    await cast.ana.call(elections.archive, { params: { id } })
    await cast.ana.call(elections.erasePeople, { params: { id } })
    return ofParams(id)
  },
  'elections.remove': async (cast) => ofParams(await prepare(cast)),
  'elections.restore': async (cast) => {
    const id = await prepare(cast)
    await cast.ana.call(elections.remove, { params: { id } })
    return ofParams(id)
  },
  'places.addCounty': () => ({ body: { ...county, numberOfPollingStations: 0 } }),
  'places.editCounty': async (cast) => ({
    ...ofParams(await countyId(cast)),
    body: { ...county, numberOfPollingStations: 2 },
  }),
  'places.orderCounties': async (cast) => ({ body: [{ id: await countyId(cast) }] }),
  'places.moveCountyToFirst': async (cast) => ({ body: { id: await countyId(cast) } }),
  'places.removeCounty': async (cast) => ({ body: { id: await countyId(cast) } }),
  'places.restoreStations': async ({ ana }) => {
    const id = (await ana.call(places.addCounty, { body: county })) as Id<'areas'>
    const change = { params: { id }, body: { numberOfPollingStations: 1 } }
    const { takenOut } = await ana.call(places.editCounty, change)
    return { ...ofParams(id), body: { stationIds: takenOut } }
  },
  'places.restoreCounty': async (cast) => {
    const id = await countyId(cast)
    await cast.ana.call(places.removeCounty, { body: { id } })
    return { body: { id } }
  },
  'places.addStation': async ({ database }) => ({
    body: { areaId: await areaId({ database }, 'AB1'), number: 77, name: 'Școala' },
  }),
  'places.editStation': ({ field }) => ({
    ...ofParams(field.stationId('AB1', 3)),
    body: { name: 'Școala', number: 33 },
  }),
  'places.closeStation': ({ field }) => ofParams(field.stationId('AB1', 3)),
  'places.reopenStation': async ({ ana, field }) => {
    const id = field.stationId('AB1', 3) as Id<'pollingStations'>
    await ana.call(places.closeStation, { params: { id } })
    return ofParams(id)
  },
  'places.removeStation': ({ field }) => ofParams(field.stationId('AB1', 3)),
  'places.mergeStation': ({ field }) => ({
    ...ofParams(field.stationId('AB1', 3)),
    body: { into: field.stationId('AB1', 2), revision: 1, intoRevision: 1 },
  }),
  'places.partStation': async ({ ana, field }) => {
    const [id, into] = [field.stationId('AB1', 3), field.stationId('AB1', 2)]
    await ana.call(places.mergeStation, { params: { id }, body: { into } } as never)
    return ofParams(id)
  },
  'places.importAreas': () => ({ body: {}, files: areas7 }),
  'places.startAreaImport': () => ({ body: {}, files: areas7 }),
  'places.importCounties': () => ({ body: {}, files: county7 }),
  'places.importStations': () => ({ body: {}, files: places7 }),
  'places.startCountyImport': () => ({ body: {}, files: county7 }),
  'places.startStationImport': () => ({ body: {}, files: places7 }),
  'places.undoImport': async ({ ana }) => {
    await ana.call(places.importCounties, { body: {} }, county7)
    return ofParams((await ana.call(places.listImports))[0]!.id)
  },
  'wallLinks.make': () => ({ body: { name: 'Sala mare' } }),
  'wallLinks.withdraw': async ({ ana }) =>
    ofParams((await ana.call(wallLinks.make, { body: { name: 'Sala mare' } })).id),
  'wallLinks.restore': async ({ ana }) => {
    const { id } = await ana.call(wallLinks.make, { body: { name: 'Sala mare' } })
    await ana.call(wallLinks.withdraw, { params: { id } })
    return ofParams(id)
  },
  'map.uploadShapes': () => ({ body: { anyway: true }, files: [outlines] }),
  'map.removeShapes': async (cast) => ofParams(await outlineFileId(cast)),
  'map.restoreShapes': async (cast) => {
    const id = (await outlineFileId(cast)) as Id<'shapeFiles'>
    await cast.ana.call(map.removeShapes, { params: { id } })
    return ofParams(id)
  },
  'observers.add': () => ({ body: { name: 'Ioana', phone: '0777 1', pin: '9876' } }),
  'observers.edit': async (cast) => ({
    body: { observerId: await observerId(cast), name: 'Alt nume', pin: '9876' },
  }),
  'observers.remove': async (cast) => ({ query: { id: await observerId(cast) } }),
  'observers.restore': async (cast) => ofParams(await deletedObserver(cast)),
  'observers.removeSeveral': async (cast) => ({ body: { ids: [await observerId(cast)] } }),
  'observers.restoreSeveral': async (cast) => ({ body: { ids: [await deletedObserver(cast)] } }),
  'observers.resetPin': () => ({
    body: { action: 'reset-password', phoneNumber: phones.bogdan, pin: '9876' },
  }),
  'observers.unlock': async (cast) => {
    await lockOut(cast, { user: phones.bogdan, uniqueId: 'a guesser’s' })
    return ofParams(await observerId(cast))
  },
  'observers.import': () => ({ body: {}, files: observer7 }),
  'observers.undoImport': async ({ ana }) => {
    await ana.call(observers.import, { body: {} }, observer7)
    return ofParams((await ana.call(observers.listImports))[0]!.id)
  },
  'observers.checkImport': () => ({ body: {}, files: observer7 }),
  'observers.startImport': () => ({ body: {}, files: observer7 }),
  'notifications.send': async (cast) => ({
    body: { ...message, recipients: [await observerId(cast)] },
  }),
  'notifications.sendAll': () => ({ body: message }),
  'notifications.reach': () => ({ body: {} }),
  'notifications.retry': async (cast) => {
    const id = await messageToBogdan(cast)
    await cast.database.write((tx) =>
      tx.updateTable('deliveries').set({ state: 'failed', why: 'no-device' }).execute(),
    )
    await cast.database.write((tx) => tx.updateTable('notifications').set({ failed: 1 }).execute())
    return ofParams(id)
  },
  'notifications.takeBack': async (cast) => ofParams(await messageToBogdan(cast, 600)),
  'notifications.sendNow': async (cast) => ofParams(await messageToBogdan(cast, 600)),
  'notifications.reschedule': async (cast) => ({
    ...ofParams(await messageToBogdan(cast, 600)),
    body: { sendAt: '2026-11-22 12:00' },
  }),
  'notifications.open': async (cast) => ({ body: { notificationId: await messageToBogdan(cast) } }),
  'forms.add': () => ({ body: { ...sampleForms[0], code: 'X' } }),
  'forms.edit': ({ field }) => ({ body: { id: field.formId('A'), description: 'Altfel' } }),
  'formFiles.read': () => ({
    body: {},
    files: [{ name: 'form.json', bytes: Buffer.from(JSON.stringify(sampleForms[0])) }],
  }),
  'forms.losses': ({ field }) => ({ body: { id: field.formId('A') } }),
  'forms.remove': ({ field }) => ({ query: { formId: field.formId('A') } }),
  'forms.restore': async ({ ana, field }) => {
    const formId = field.formId('A') as Id<'forms'>
    await ana.call(forms.remove, { query: { formId } })
    return ofParams(formId)
  },
  'translations.setLanguages': ({ field }) => ({
    ...ofParams(field.formId('A')),
    body: { added: ['hu'] },
  }),
  'translations.save': async (cast) => {
    const { params, text } = await textInHungarian(cast)
    return {
      params,
      body: { texts: [{ key: text.key, from: text.text, was: text.to, to: 'Nyitás' }] },
    }
  },
  'translations.read': async (cast) => {
    const { params, text } = await textInHungarian(cast)
    const rows = [
      ['key', 'code', 'ro', 'hu'],
      [text.key, text.code, text.text, 'Nyitás'],
    ]
    return { params, files: [{ name: 'hu.xlsx', bytes: await workbookOf([{ name: 'hu', rows }]) }] }
  },
  'forms.reorder': ({ field }) => ({ body: { ids: [field.formId('C'), field.formId('A')] } }),
  'history.prove': () => ({}),
  'history.stopProving': async (cast) => {
    await cast.ana.call(history.prove)
    return {}
  },
  'visits.report': () => ({
    body: {
      ...{ ...aiud, urbanArea: true, chairmanPresence: true, numberOfVotersOnTheList: 900 },
      ...{ numberOfCommissionMembers: 7, numberOfFemaleMembers: 4, minPresentMembers: 5 },
      ...{ singlePollingStationOrCommission: true, adequatePollingStationSize: false },
    },
  }),
  'visits.leave': () => ({ body: { ...aiud, observerLeaveTime: '2026-11-22 10:00' } }),
  'answers.markSeen': async (cast) => {
    await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
    const [thread] = (await list(cast.ana)).threads
    const { observerId, pollingStationId, lastModified } = thread!
    return { body: { observerId, pollingStationId, lastModified: lastModified.toISOString() } }
  },
  'corrections.correct': async (cast) => ({ body: await correcting(cast) }),
  'corrections.takeBack': async (cast) => {
    const { observerId, pollingStationId, questionId } = await correcting(cast)
    const { revision } = await correct(cast, [aiud, 'A1.1', 'Da'])
    return { body: { observerId, pollingStationId, questionId, revision } }
  },
  'alerts.markRead': async (cast) => {
    await makeIncident(cast.calin)
    return { body: { until: cast.clock.now.toISOString() } }
  },
  'alerts.set': () => ({
    body: {
      ...{ mutedKinds: ['severe'], mutedCountyCodes: [] },
      ...{ quietHours: { from: 22, until: 7 }, byEmail: true },
    },
  }),
  'pinnedQuestions.pin': ({ field }) => ({
    params: { questionId: field.questionId('A1.1') },
    body: {},
  }),
  'pinnedQuestions.unpin': async ({ ana, field }) => {
    const params = { questionId: field.questionId('A1.1') as Id<'questions'> }
    await ana.call(pinnedQuestions.pin, { params, body: {} })
    return { params }
  },
  'views.keep': () => ({
    body: { name: 'Semnalate', list: '/answers', search: 'urgente=true', sharing: 'own' },
  }),
  'views.remove': async ({ ana }) => ofParams(await keep(ana)),
  'views.restore': async ({ ana }) => {
    const id = await keep(ana)
    await ana.call(views.remove, { params: { id } })
    return ofParams(id)
  },
  'comments.write': async (cast) => ({
    body: { observerId: await observerId(cast), text: 'Sunat.' },
  }),
  'comments.remove': async (cast) => ofParams(await comment(cast)),
  'comments.restore': async (cast) => {
    const id = await comment(cast)
    await cast.ana.call(comments.remove, { params: { id } })
    return ofParams(id)
  },
  'handover.write': () => ({ body: { text: 'Cluj 12: revin la 03:30.' } }),
  'handover.take': async ({ rodica }) => ofParams(await handOver(rodica)),
  'handover.giveBack': async ({ ana, rodica }) => {
    const id = await handOver(rodica)
    await ana.call(handover.take, { params: { id } })
    return ofParams(id)
  },
  'handover.remove': async ({ ana }) => ofParams(await handOver(ana)),
  'handover.restore': async ({ ana }) => {
    const id = await handOver(ana)
    await ana.call(handover.remove, { params: { id } })
    return ofParams(id)
  },
  'incidents.add': async (cast) => ({
    body: {
      ...{ title: 'Urnă nesigilată', category: 'materials', severity: 'high' },
      ...{ dueAt: '2026-11-22 21:00', reports: [await reportKey(cast)] },
    },
  }),
  'incidents.edit': async ({ ana }) => {
    const { id } = await makeIncident(ana)
    return { params: { id }, body: { state: 'referred', owner: 'ana', outcome: 'Sesizat BEJ.' } }
  },
  'incidents.link': async (cast) => {
    const { id } = await makeIncident(cast.ana)
    return { params: { id }, body: await reportKey(cast) }
  },
  'incidents.unlink': async (cast) => {
    const report = await reportKey(cast)
    const { id } = await makeIncident(cast.ana, { reports: [report] })
    return { params: { id }, query: report }
  },
  'incidents.linkNote': async (cast) => {
    const { id } = await makeIncident(cast.ana)
    return { params: { id }, body: { noteId: await noteOfBogdan(cast) } }
  },
  'incidents.unlinkNote': async (cast) => {
    const noteId = await noteOfBogdan(cast)
    const { id } = await makeIncident(cast.ana, { notes: [noteId] })
    return { params: { id }, query: { noteId } }
  },
  'incidents.merge': async ({ ana }) => {
    const { id: into } = await makeIncident(ana)
    return { ...ofParams((await makeIncident(ana)).id), body: { into } }
  },
  'incidents.dismissSuggestion': async (cast) => ({ body: await suggested(cast) }),
  'incidents.restoreSuggestion': async (cast) => {
    const body = await suggested(cast)
    return ofParams(await cast.ana.call(incidents.dismissSuggestion, { body }))
  },
  'incidents.part': async ({ ana }) => ofParams(await mergeTwo(ana)),
  'register.publish': () => ({ body: { isPublic: true } }),
  'incidents.addCategory': () => ({ body: { name: 'Transportul alegătorilor' } }),
  'incidents.editCategory': () => ({
    params: { code: 'materials' },
    body: { name: 'Urne și sigilii', isRetired: true },
  }),
  'reviews.change': async (cast) => {
    await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
    const [thread] = (await list(cast.ana)).threads
    const { observerId, pollingStationId, lastModified } = thread!
    const report = { observerId, pollingStationId, lastModified: lastModified.toISOString() }
    return { body: { reports: [report], state: 'verified' } }
  },
  'sendingBack.send': async (cast) => {
    await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
    return { body: sentBack((await list(cast.ana)).threads[0]!) }
  },
  'reviews.undo': async (cast) => {
    await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
    const { threads } = await list(cast.ana)
    const { changeId } = await review(cast.ana, threads, { state: 'verified' })
    return { params: { changeId } }
  },
  'answers.send': (cast) => ({ body: { answers: [answerOf(cast, aiud, 'A1.1', 'Nu')] } }),
  'notes.write': () => ({ body: { ...aiud, text: 'Coadă' } }),
  'notes.upload': () => ({ body: { ...aiud, text: 'Coadă' } }),
  'unplaced.place': async (cast) => ({
    ...ofParams(await unplacedItemId(cast)),
    body: { pollingStationId: cast.field.stationId('AB1', 1) },
  }),
  'unplaced.unplace': async (cast) => {
    const id = await unplacedItemId(cast)
    await placeAtAiud(cast, id)
    return ofParams(id)
  },
  'unplaced.undoPlacing': async (cast) => {
    const { placingId } = await placeAtAiud(cast, await unplacedItemId(cast))
    return ofParams(placingId)
  },
  'unplaced.dismiss': async (cast) => ofParams(await unplacedItemId(cast)),
  'unplaced.restore': async (cast) => {
    const id = await unplacedItemId(cast)
    await cast.ana.call(unplaced.dismiss, { params: { id } })
    return ofParams(id)
  },
  'assignments.add': async (cast) => ({ body: { assignments: [await shiftOf(cast)] } }),
  'assignments.edit': async (cast) => ({
    ...ofParams(await assignmentId(cast)),
    body: { until: '2026-11-22 21:00' },
  }),
  'assignments.remove': async (cast) => ({ body: { ids: [await assignmentId(cast)] } }),
  'assignments.restore': async (cast) => {
    const ids = [await assignmentId(cast)]
    await cast.ana.call(assignments.remove, { body: { ids } })
    return { body: { ids } }
  },
  'assignments.replace': async (cast) => ({
    ...ofParams(await assignmentId(cast)),
    body: { observerId: await observerId(cast, 'Dana') },
  }),
  'assignments.setTarget': () => ({
    body: { revision: 0, stations: [{ areaCode: 'AB1', pollingStationNumber: 1 }] },
  }),
  'assignments.import': () => ({ body: {}, files: plan7 }),
  'assignments.startImport': () => ({ body: {}, files: plan7 }),
  'assignments.undoImport': async ({ ana }) => {
    await ana.call(assignments.import, { body: {} }, plan7)
    return ofParams((await ana.call(assignments.listImports))[0]!.id)
  },
  'assignments.copy': async (cast) => {
    const shift = [phones.bogdan, 'AB1', 1, '2026-12-06 05:00Z', '2026-12-06 06:00Z'] as const
    return { body: { electionId: await planElsewhere(cast, [shift]) } }
  },
  'calls.log': async (cast) => ({
    body: {
      observerId: await observerId(cast),
      outcome: 'call-back',
      callBackAt: '2026-11-22 21:30',
    },
  }),
  'calls.undo': async (cast) => {
    const body = { observerId: await observerId(cast), outcome: 'reached' } as const
    return ofParams(await cast.ana.call(calls.log, { body }))
  },
  'telephone.answer': async (cast) => {
    const { questionId, options } = answerOf(cast, aiud, 'A1.1', 'Nu')
    return telephoned(cast, { answers: [{ questionId, options }] })
  },
  'telephone.inform': (cast) => telephoned(cast, { urbanArea: true }),
  'telephone.note': (cast) => telephoned(cast, { text: 'Coadă' }),
  'milestones.add': () => ({ body: arrival }),
  'milestones.edit': async (cast) => ({
    ...ofParams(await milestoneId(cast)),
    body: { dueAfterMinutes: 30 },
  }),
  'milestones.remove': async (cast) => ofParams(await milestoneId(cast)),
  'milestones.restore': async (cast) => {
    const id = await milestoneId(cast)
    await cast.ana.call(milestones.remove, { params: { id } })
    return ofParams(id)
  },
  'milestones.removeSeveral': async (cast) => ({ body: { ids: [await milestoneId(cast)] } }),
  'milestones.copy': async (cast) => ({ body: { electionId: await milestoneElsewhere(cast) } }),
  'milestones.nextToCall': async (cast) => {
    await assignmentId(cast)
    return { body: {} }
  },
  'milestones.excuse': async (cast) => ({
    body: { assignmentIds: [await owing(cast)], reason: 'Bolnav' },
  }),
  'milestones.unexcuse': async (cast) => {
    const assignmentIds = [await owing(cast)]
    await cast.ana.call(milestones.excuse, { body: { assignmentIds, reason: 'Bolnav' } })
    return { body: { assignmentIds } }
  },
  'reminders.add': async (cast) => ({
    body: { ...halfAnHourBefore, milestoneId: await milestoneId(cast) },
  }),
  'reminders.remove': async (cast) => ofParams(await reminderId(cast)),
  'reminders.restore': async (cast) => {
    const id = await reminderId(cast)
    await cast.ana.call(reminders.remove, { params: { id } })
    return ofParams(id)
  },
  'stations.settle': async (cast) => {
    const { pollingStationId, ...body } = await disagree(cast)
    return { params: { pollingStationId }, body }
  },
  'hooks.add': () => ({ body: hookDraft }),
  'hooks.turn': async (cast) => ({ ...ofParams(await hookId(cast)), body: { isOn: false } }),
  'hooks.rotate': async (cast) => ofParams(await hookId(cast)),
  'hooks.remove': async (cast) => ofParams(await hookId(cast)),
  'hooks.test': async (cast) => ofParams(await hookId(cast)),
  'hooks.replay': async (cast) => {
    const id = await hookId(cast)
    await cast.ana.call(hooks.test, { params: { id } })
    const [delivery] = await cast.ana.call(hooks.log, { params: { id } })
    await cast.database.write((tx) =>
      tx.updateTable('hookDeliveries').set({ dueAt: null }).execute(),
    )
    return { params: { id, deliveryId: delivery!.id } }
  },
  'stations.undoSettling': async (cast) => ofParams(await settleFirst(cast)),
}
