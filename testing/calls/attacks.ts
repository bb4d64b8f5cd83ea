import { dimensions } from '#features/analysis/contract.ts'
import { Method } from '#features/statistics/contract.ts'
import { ours, secret, type Theirs } from '../evening/two-organisations.ts'
import { appBody, TestPasskey } from '../passkey.ts'
import type { TestFile } from '../stage.ts'
import type { CallSections } from './requests.ts'

/** A call by an account of one organisation that tries to reach another's rows. */
export type CallParts = CallSections & { readonly files?: readonly TestFile[] }

export type ForeignCalls = Readonly<Record<string, (theirs: Theirs) => readonly CallParts[]>>

const unasked = new TestPasskey()
const noQuestion = { challenge: 'bm9uZQ' }

const plain = () => [{}]
const password = 'o parolă destul de lungă'
const pin = '9876'
const written = { title: ours, message: ours }
const ofTheirVisit = ({ observerId, pollingStationId }: Theirs): CallParts => ({
  query: { observerId, pollingStationId },
})

/** Some questions, and some of their options. */
const questionIds = [1, 2, 4]
const optionIds = [1, 9]

/** Every filter of the review list, each aimed at the other organisation. */
const filters = ({ phone }: Theirs): readonly CallParts[] =>
  [
    { county: 'AB' },
    { countyCode: 'AB', pollingStationNumber: 1 },
    { observerPhoneNumber: phone },
    { phoneObserver: phone, urgent: true },
    { unseen: true },
    { reviewState: 'verified' },
    { assigned: 'me' },
    { assigned: 'none' },
    { withNotes: true },
    { withPhotographs: true },
    { failed: true },
    { fileMissing: true },
    ...optionIds.map((optionId) => ({ optionId })),
    { withOptionId: 2 },
    { optionId: 1, optionValue: '1..9', answeredHour: '2026-11-22T08:00:00Z' },
    { from: '2026-11-01 00:00', to: '2026-12-31 00:00', isUrgent: true },
  ].map((query) => ({ query }))

const pages = [{}, { query: { page: 1, pageSize: 1000 } }, { query: { page: 2, pageSize: 1 } }]

const onSubjects = ({
  observerId,
  pollingStationId,
  incidentId,
}: Pick<Theirs, 'observerId' | 'pollingStationId' | 'incidentId'>) => [
  { query: { observerId } },
  { query: { pollingStationId } },
  { query: { observerId, pollingStationId } },
  { query: { incidentId } },
]

/** The reads of an organisation's own rows, and every way to ask for another's. */
export const foreignReads: ForeignCalls = {
  'accounts.listNgos': plain,
  'accounts.ngoName': ({ ngoId }) => [{ params: { id: ngoId } }],
  'accounts.list': plain,
  'accounts.listDeleted': plain,
  'keys.list': plain,
  'views.list': plain,
  'handover.read': plain,
  'comments.list': onSubjects,
  'comments.listMentionable': onSubjects,
  'alerts.list': plain,
  'incidents.list': () => [
    ...pages,
    { query: { county: 'AB' } },
    { query: { owner: 'none' } },
    { query: { state: 'open', severity: 'high', category: 'materials' } },
  ],
  'incidents.get': ({ incidentId: id }) => [{ params: { id } }],
  'incidents.listSuggestions': plain,
  'incidents.listTargets': ({ incidentId: id }) => [{ params: { id } }],
  'incidents.ofReport': (theirs) => [ofTheirVisit(theirs)],
  'incidents.listCategories': plain,
  'answers.listOpen': plain,
  'reviews.count': plain,
  'reviews.listReviewers': plain,
  'observers.list': ({ observerId, deletedObserverId, phone }) => [
    ...pages,
    { query: { id: observerId } },
    { query: { name: secret } },
    { query: { number: phone } },
    { query: { deleted: true } },
    { query: { deleted: true, id: deletedObserverId } },
  ],
  'observers.ids': ({ observerId }) => [
    {},
    { query: { ids: [observerId] } },
    { query: { deleted: true } },
  ],
  'observers.export': ({ observerId }) => [
    {},
    { query: { ids: [observerId], format: 'csv' } },
    { query: { deleted: true, format: 'csv' } },
  ],
  'observers.count': plain,
  'observers.listImports': plain,
  'observers.active': () => [
    { query: { countyCodes: ['AB', 'CJ'] } },
    { query: { countyCodes: ['AB'], fromPollingStationNumber: 1, toPollingStationNumber: 1 } },
    { query: { countyCodes: ['AB'], currentlyCheckedIn: true } },
  ],
  'answers.list': (theirs) => [...pages, ...filters(theirs)],
  'answers.filledIn': (theirs) => [ofTheirVisit(theirs)],
  'answers.series': ({ observerId, pollingStationId }) =>
    [1, 2].map((formId) => ({ query: { observerId, pollingStationId, formId } })),
  'answers.thread': (theirs) => [ofTheirVisit(theirs)],
  'notes.list': (theirs) => [ofTheirVisit(theirs)],
  'notes.ofIncident': ({ incidentId: id }) => [{ params: { id } }],
  'notes.attachment': ({ forgedLink: { signature, file, until } }) => [
    { params: { until, signature, file } },
  ],
  'visits.info': (theirs) => [
    ofTheirVisit(theirs),
    { query: { observerId: theirs.observerId, pollingStationNumber: theirs.pollingStationId } },
  ],
  'unplaced.list': () => pages,
  'assignments.list': ({ observerId, pollingStationId }) => [
    ...pages,
    { query: { observerId } },
    { query: { pollingStationId } },
    { query: { name: secret } },
  ],
  'assignments.areas': plain,
  'assignments.unassigned': () => [{ query: {} }],
  'assignments.uncovered': () => [{ query: {} }],
  'assignments.exportUnassigned': () => [{ query: { format: 'csv' } }],
  'assignments.exportUncovered': () => [{ query: { format: 'csv' } }],
  'assignments.proposals': ({ countyId, pollingStationId }) => [
    { query: { countyId } },
    { query: { pollingStationId } },
  ],
  'assignments.listImports': plain,
  'assignments.export': ({ observerId }) => [{}, { query: { observerId, format: 'csv' } }],
  'calls.list': ({ observerId }) => [{ params: { observerId } }],
  'milestones.list': plain,
  'milestones.reach': ({ countyId, ngoId }) => [
    { query: {} },
    { query: { areaIds: [countyId], ngoIds: [ngoId], isMobile: false, minutes: 30 } },
  ],
  'milestones.deployment': ({ countyId }) => [
    {},
    { query: { by: 'organisation' } },
    { query: { areaId: countyId } },
    { query: { by: 'station', areaId: countyId } },
  ],
  'milestones.export': ({ observerId }) => [
    { query: { format: 'csv' } },
    { query: { observerId, format: 'csv' } },
  ],
  'milestones.expected': ({ observerId, ngoId, pollingStationId }) => [
    ...pages,
    { query: { observerId } },
    { query: { ngoId } },
    { query: { pollingStationId, state: 'late' } },
    { query: { order: 'call', state: 'late' } },
    { query: { name: secret } },
    { query: { silentMinutes: 1 } },
    { query: { elsewhere: true } },
  ],
  'reminders.list': plain,
  'analysis.count': ({ ngoId }) =>
    questionIds.flatMap((questionId) =>
      [{}, { ngoId }, { withOptionId: 2 }].map((query) => ({ params: { questionId }, query })),
    ),
  'analysis.breakDown': ({ ngoId }) =>
    dimensions.flatMap((dimension) =>
      [{}, { ngoId }].map((query) => ({ params: { questionId: 2, dimension }, query })),
    ),
  'pinnedQuestions.list': plain,
  'analysis.outliers': ({ ngoId }) =>
    [{}, { ngoId }].map((query) => ({ params: { questionId: 2 }, query })),
  'analysis.texts': ({ ngoId }) =>
    [{}, { ngoId }, { search: secret }].map((query) => ({ params: { questionId: 2 }, query })),
  'search.find': ({ phone }) => [secret, phone, 'Taina de', 'taima'].map((q) => ({ query: { q } })),
  'contacts.find': ({ observerId }) => [{ params: { observerId } }],
  'stations.use': ({ pollingStationId }) => [{ params: { pollingStationId } }],
  'stations.visits': ({ pollingStationId }) => [{ params: { pollingStationId } }],
  'stations.messages': ({ pollingStationId }) => [{ params: { pollingStationId }, query: {} }],
  'stations.before': ({ pollingStationId }) => [{ params: { pollingStationId } }],
  'stations.beforeMerging': ({ pollingStationId }) => [
    { params: { pollingStationId, into: 1 } },
    { params: { pollingStationId: 1, into: pollingStationId } },
  ],
  'stations.unplaced': ({ pollingStationId }) => [{ params: { pollingStationId } }],
  'stations.differences': ({ countyId }) => [
    ...pages,
    { query: { areaId: countyId, state: 'all' } },
    { query: { state: 'settled' } },
  ],
  'stations.unsettled': plain,
  'stations.exportDifferences': () => [{ query: { format: 'csv', state: 'all' } }],
  'notifications.list': () => pages,
  'notifications.find': ({ notificationId: id }) => [{ params: { id } }],
  'notifications.deliveries': ({ notificationId: id }) => [
    { params: { id } },
    { params: { id }, query: { state: 'queued' } },
  ],
  'tasks.list': () => [...pages, { query: { everybody: true } }],
  'tasks.get': ({ taskId: id }) => [{ params: { id } }],
  'tasks.result': ({ taskId: id }) => [{ params: { id } }],
  'tasks.errors': ({ taskId: id }) => [{ params: { id } }],
  'situation.read': plain,
  'situation.now': plain,
  'statistics.exportCoverage': ({ countyId }) => [
    {},
    { query: { areaId: countyId, format: 'csv' } },
  ],
  'statistics.exportParticipation': ({ countyId }) => [
    {},
    { query: { areaId: countyId, format: 'csv' } },
  ],
  'statistics.trend': () => [{}, { query: { hours: 48 } }],
  'statistics.list': () => Method.options.map((method) => ({ params: { method } })),
  // Filtered, because the exports made by these attempts are listed too, with their filters.
  'history.list': ({ observerId, notificationId, phone, pollingStationId, staffId, unplacedId }) =>
    [
      { actor: secret },
      { actor: phone },
      { observerId },
      { observerId, pollingStationId },
      { subject: 'observers', subjectId: observerId },
      { subject: 'accounts', subjectId: staffId },
      { subject: 'unplaced', subjectId: unplacedId },
      { subject: 'notifications', subjectId: notificationId },
      { subject: 'visits', pageSize: 1000 },
      { act: 'answers.received', from: '2026-11-01 00:00' },
      { act: 'session.begun', page: 2, pageSize: 1 },
    ].map((query) => ({ query })),
  'exports.all': (theirs) => [{}, ...filters(theirs)],
  // The handler of the call above, at another address.
  'exports.allV2': (theirs) => [{}, ...filters(theirs).slice(0, 1)],
  'exports.files': (theirs) => [{}, ...filters(theirs)],
  'exports.notes': (theirs) => [{}, ...filters(theirs)],
}

/** Calls about shared data or the caller's own: they cannot be aimed at others. */
export const open: ForeignCalls = {
  // No token of an account is a wall link.
  'register.read': plain,
  'register.page': plain,
  'register.preview': plain,
  'wall.read': plain,
  'wall.map': plain,
  'wall.live': plain,
  'serverChecks.list': plain,
  'installation.config': plain,
  'installation.api': plain,
  'installation.health': plain,
  'installation.metrics': plain,
  'session.me': plain,
  'session.own': plain,
  'session.tries': plain,
  'session.passkeyQuestion': plain,
  'session.confirmQuestion': plain,
  // An answer to a challenge that we did not make is refused for any passkey.
  'session.authorizeByPasskey': () => [{ body: { passkey: unasked.answer(noQuestion) } }],
  'factors.addPasskey': () => [{ body: { name: ours, passkey: unasked.register(noQuestion) } }],
  'alerts.settings': plain,
  'factors.own': plain,
  'factors.newAuthenticator': plain,
  'factors.newPasskey': plain,
  'elections.current': plain,
  'places.provinces': plain,
  'places.countiesOfProvince': () => [{ params: { code: 'T' } }],
  'places.municipalitiesOfCounty': () => [{ params: { code: 'AB' } }],
  'places.counties': plain,
  'milestones.listDeleted': plain,
  'places.listDeletedCounties': plain,
  'places.listDeletedStations': ({ countyId: id }) => [{ params: { id } }],
  'places.search': () => [secret, 'AB', 'AB 1', '1'].map((text) => ({ query: { text } })),
  'places.countyLimits': plain,
  'places.exportCounties': plain,
  'places.exportStations': plain,
  'places.listImports': plain,
  'places.county': () => [{ params: { id: 2 } }],
  'places.path': () => [{ params: { id: 2 } }],
  'places.stations': () => [{ params: { id: 2 } }],
  'places.station': () => [{ params: { id: 1 } }],
  'places.stationDoubt': () => [{ params: { id: 1 } }],
  'map.areas': () => [{}, { query: { countyId: 2 } }],
  'map.stations': plain,
  'map.exportAreas': plain,
  'map.shapes': () => [{}, { query: { countyId: 2 } }],
  'map.municipalityShapes': plain,
  'map.background': plain,
  'map.tiles': () => [{ query: { offset: 0, length: 9 } }],
  'history.head': plain,
  'history.headFile': plain,
  'forms.list': plain,
  'forms.option': () => [{ params: { id: 1 } }],
  'analysis.form': () => [{ params: { formId: 1 } }],
  'forms.whole': () => [{ params: { id: 1 } }],
  'formFiles.write': () => [{ params: { id: 1 } }],
  'formFiles.elsewhere': plain,
  'formFiles.copy': () => [{ params: { electionId: 1, id: 1 } }],
  'formFiles.versions': () => [{ params: { id: 1 } }],
  'formFiles.compare': () => [{ params: { id: 1 }, query: { from: 1, to: 1 } }],
  'translations.list': () => [{ params: { id: 1 } }],
  'translations.get': () => [{ params: { id: 1, language: 'hu' } }],
  'translations.write': () => [{ params: { id: 1, language: 'hu' } }],
  'forms.get': () => [{ params: { id: 1 } }, { params: { id: 1 }, query: { version: 1 } }],
}

/** Writes that name a thing of the other organisation: for the caller it does not exist. */
export const foreignWrites: ForeignCalls = {
  'calls.log': ({ observerId }) => [{ body: { observerId, outcome: 'reached', note: ours } }],
  'calls.undo': ({ callId: id }) => [{ params: { id } }],
  'telephone.answer': ({ observerId, pollingStationId }) => [
    {
      params: { observerId },
      body: { pollingStationId, answers: [{ questionId: 1, options: [] }] },
    },
  ],
  'telephone.inform': ({ observerId, pollingStationId }) => [
    { params: { observerId }, body: { pollingStationId, urbanArea: true } },
  ],
  'telephone.note': ({ observerId, pollingStationId }) => [
    { params: { observerId }, body: { pollingStationId, text: ours } },
  ],
  'alerts.markRead': ({ observerId, pollingStationId, incidentId }) =>
    [{ observerId }, { observerId, pollingStationId }, { incidentId }].map((subject) => ({
      body: { ...subject, until: '2026-11-22T10:00:00Z' },
    })),
  'answers.markSeen': ({ observerId, pollingStationId }) => [
    { body: { observerId, pollingStationId, lastModified: '2026-11-22T10:00:00Z' } },
  ],
  'corrections.correct': ({ observerId, pollingStationId }) => [
    {
      body: {
        ...{ observerId, pollingStationId, questionId: 1, options: [], reason: ours },
        was: { options: [], revision: 0 },
      },
    },
  ],
  'corrections.takeBack': ({ observerId, pollingStationId }) => [
    { body: { observerId, pollingStationId, questionId: 1, revision: 1 } },
  ],
  'comments.write': ({ observerId, pollingStationId, incidentId }) => [
    { body: { incidentId, text: ours } },
    { body: { observerId, text: ours } },
    { body: { observerId, pollingStationId, text: ours } },
  ],
  'handover.take': ({ handoverId: id }) => [{ params: { id } }],
  'handover.giveBack': ({ takenHandoverId: id }) => [{ params: { id } }],
  'handover.remove': ({ handoverId: id }) => [{ params: { id } }],
  'handover.restore': ({ deletedHandoverId: id }) => [{ params: { id } }],
  'views.remove': ({ viewId: id }) => [{ params: { id } }],
  'views.restore': ({ deletedViewId: id }) => [{ params: { id } }],
  'comments.remove': ({ commentId: id }) => [{ params: { id } }],
  'comments.restore': ({ deletedCommentId: id }) => [{ params: { id } }],
  'incidents.edit': ({ incidentId: id }) => [{ params: { id }, body: { title: ours } }],
  'incidents.link': ({ incidentId: id, observerId, pollingStationId }) => [
    { params: { id }, body: { observerId, pollingStationId } },
  ],
  'incidents.unlink': ({ incidentId: id, observerId, pollingStationId }) => [
    { params: { id }, query: { observerId, pollingStationId } },
  ],
  'incidents.linkNote': ({ incidentId, ownIncidentId, noteId }) => [
    { params: { id: incidentId }, body: { noteId } },
    { params: { id: ownIncidentId }, body: { noteId } },
  ],
  'incidents.unlinkNote': ({ incidentId: id, noteId }) => [{ params: { id }, query: { noteId } }],
  'incidents.merge': ({ incidentId, ownIncidentId }) => [
    { params: { id: incidentId }, body: { into: ownIncidentId } },
    { params: { id: ownIncidentId }, body: { into: incidentId } },
  ],
  'incidents.dismissSuggestion': ({ pollingStationId }) => [
    {
      body: {
        ...{ pollingStationId, countyId: null, questionId: null },
        until: '2026-11-22T10:00:00Z',
      },
    },
  ],
  'incidents.restoreSuggestion': ({ dismissalId: id }) => [{ params: { id } }],
  'incidents.part': ({ mergedIncidentId: id }) => [{ params: { id } }],
  'incidents.add': ({ observerId, pollingStationId }) => [
    {
      body: {
        ...{ title: ours, category: 'other', severity: 'low' },
        reports: [{ observerId, pollingStationId }],
      },
    },
  ],
  'reviews.change': ({ observerId, pollingStationId }) => {
    const reports = [{ observerId, pollingStationId, lastModified: '2026-11-22T10:00:00Z' }]
    return [{ body: { reports, state: 'verified' } }, { body: { reports, assignee: null } }]
  },
  'sendingBack.send': ({ observerId, pollingStationId }) => {
    const words = { title: ours, message: ours }
    const lastModified = '2026-11-22T10:00:00Z'
    return [{ body: { observerId, pollingStationId, lastModified, revision: 0, ...words } }]
  },
  'reviews.undo': ({ reviewChangeId: changeId }) => [{ params: { changeId } }],
  'session.endOne': ({ sessionId: id }) => [{ params: { id } }],
  'factors.removePasskey': ({ passkeyId: id }) => [{ params: { id } }],
  'invitations.invite': ({ staffId: id }) => [{ params: { id } }],
  'invitations.accept': () => [{ body: { token: 'x'.repeat(43), password } }],
  'factors.takeAway': ({ staffId: id }) => [{ params: { id } }],
  'accounts.add': ({ ngoId }) => [{ body: { account: 'furt', password, ngoId } }],
  'accounts.setRole': ({ staffId: id }) => [
    { params: { id }, body: { role: 'guest', countyCodes: null } },
  ],
  'accounts.choosePassword': () => [{ body: { password } }],
  'accounts.setPassword': ({ staffId: id }) => [{ params: { id }, body: { password } }],
  'accounts.unlock': ({ staffId: id }) => [{ params: { id } }],
  'accounts.setEmail': ({ staffId: id }) => [{ params: { id }, body: { email: null } }],
  'accounts.remove': ({ staffId: id }) => [{ params: { id } }],
  'accounts.restore': ({ deletedStaffId: id }) => [{ params: { id } }],
  'keys.make': ({ ngoId }) => [{ body: { name: 'Furt', role: 'guest', days: 1, ngoId } }],
  'keys.revoke': ({ keyId: id }) => [{ params: { id } }],
  'observers.add': ({ ngoId }) => [{ body: { name: 'Furt', phone: '0777', pin, ngoId } }],
  'observers.edit': ({ observerId, deletedObserverId }) =>
    [observerId, deletedObserverId].map((id) => ({ body: { observerId: id, name: 'Furt' } })),
  'observers.remove': ({ observerId: id }) => [{ query: { id } }],
  'observers.restore': ({ deletedObserverId: id }) => [{ params: { id } }],
  'observers.undoImport': ({ importId: id }) => [{ params: { id } }],
  'observers.unlock': ({ observerId, deletedObserverId }) =>
    [observerId, deletedObserverId].map((id) => ({ params: { id } })),
  'observers.resetPin': ({ phone }) => [
    { body: { action: 'reset-password', phoneNumber: phone, pin } },
  ],
  'observers.startImport': ({ ngoId }) => [
    { body: { ngoId }, files: observersFile('Furt,0777 1,1234') },
  ],
  'observers.checkImport': ({ ngoId }) => [
    { body: { ngoId }, files: observersFile('Furt,0777 1,1234') },
  ],
  'unplaced.place': ({ unplacedId: id, pollingStationId }) => [
    { params: { id }, body: { pollingStationId } },
    { params: { id }, body: { pollingStationId, alike: true } },
  ],
  'unplaced.unplace': ({ placedId: id }) => [{ params: { id } }],
  'unplaced.undoPlacing': ({ placingId: id }) => [{ params: { id } }],
  'unplaced.dismiss': ({ unplacedId: id }) => [{ params: { id } }],
  'unplaced.restore': ({ dismissedId: id }) => [{ params: { id } }],
  'assignments.undoImport': ({ planImportId: id }) => [{ params: { id } }],
  'assignments.add': ({ observerId, pollingStationId }) => [
    { body: { assignments: [{ observerId, pollingStationId, ...shift }] } },
  ],
  'assignments.edit': ({ assignmentId: id }) => [{ params: { id }, body: { isMobile: true } }],
  'assignments.restore': ({ assignmentId, removedAssignmentId }) => [
    { body: { ids: [removedAssignmentId], insteadOf: [assignmentId] } },
  ],
  'assignments.replace': ({ assignmentId: id, ownObserverId: observerId }) => [
    { params: { id }, body: { observerId } },
  ],
  'stations.settle': ({ pollingStationId, observerId }) => [
    {
      params: { pollingStationId },
      body: { questionId: 1, observerId, reason: 'Furt', seen: 'x' },
    },
  ],
  'stations.undoSettling': ({ settledId: id }) => [{ params: { id } }],
  'notifications.send': ({ observerId, ownObserverId }) => [
    { body: { ...written, recipients: [observerId] } },
    { body: { ...written, recipients: [ownObserverId, observerId] } },
  ],
  'notifications.reach': ({ observerId, ownObserverId }) => [
    { body: { recipients: [ownObserverId, observerId] } },
  ],
  'notifications.retry': ({ notificationId: id }) => [{ params: { id } }],
  'notifications.takeBack': ({ notificationId: id }) => [{ params: { id } }],
  'notifications.sendNow': ({ notificationId: id }) => [{ params: { id } }],
  'notifications.reschedule': ({ notificationId: id }) => [
    { params: { id }, body: { sendAt: '2026-11-22 12:00' } },
  ],
  'notifications.open': ({ notificationId }) => [{ body: { notificationId } }],
  'tasks.cancel': ({ waitingTaskId: id }) => [{ params: { id } }],
  'observers.import': ({ ngoId }) => [
    { body: { ongId: ngoId }, files: observersFile('Furt,0777 1,1234') },
    { body: { ngoId, skipInvalid: true }, files: observersFile('Furt,0777 1,1234') },
  ],
}

const observersFile = (...rows: string[]) => [
  { name: 'observatori.csv', bytes: Buffer.from(['Name,Phone,Pin', ...rows].join('\n')) },
]

const planFile = (...rows: string[]) => [
  {
    name: 'plan.csv',
    bytes: Buffer.from(['Phone,Municipality code,Station number,From,Until', ...rows].join('\n')),
  },
]

const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }

const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 }

/** Writes to the caller's own data, with the other organisation's content. */
export const ownActs: ForeignCalls = {
  'session.authorizeV1': () => [
    { body: { user: '0700 000 002', password: '2222', uniqueId: 'x' } },
  ],
  'session.authorize': () => [{ body: { user: '0700 000 002', password: '2222', fcmToken: 'x' } }],
  'session.registerDevice': () => [{ body: { channelName: 'Firebase', token: ours } }],
  'visits.report': () => [{ body: { ...aiud, observerLeaveTime: '2026-11-22 10:00' } }],
  'visits.leave': () => [{ body: { ...aiud, observerLeaveTime: '2026-11-22 11:00' } }],
  'answers.send': () => [{ body: { answers: [{ ...aiud, questionId: 1, options: [] }] } }],
  'notes.write': () => [{ body: { ...aiud, text: ours } }],
  'notes.upload': () => [{ body: { ...aiud, text: ours } }],
  'assignments.remove': ({ assignmentId }) => [{ body: { ids: [assignmentId] } }],
  'assignments.restore': ({ removedAssignmentId }) => [{ body: { ids: [removedAssignmentId] } }],
  'milestones.unexcuse': ({ assignmentId }) => [{ body: { assignmentIds: [assignmentId] } }],
  'assignments.import': ({ phone }) => [
    {
      body: { skipInvalid: true },
      files: planFile(`${phone},AB1,1,2026-11-22 05:00,2026-11-22 23:00`),
    },
  ],
  'assignments.startImport': ({ phone }) => [
    {
      body: { skipInvalid: true },
      files: planFile(`${phone},AB1,1,2026-11-22 05:00,2026-11-22 23:00`),
    },
  ],
  'milestones.nextToCall': ({ observerId }) => [
    { body: {} },
    { body: { observerId } },
    { body: { observerIds: [observerId] } },
  ],
  'milestones.excuse': ({ assignmentId }) => [
    { body: { assignmentIds: [assignmentId], reason: 'Furt' } },
  ],
  'observers.removeSeveral': ({ observerId }) => [{ body: { ids: [observerId] } }],
  'observers.restoreSeveral': ({ deletedObserverId }) => [{ body: { ids: [deletedObserverId] } }],
  'exports.start': () => [{ body: { what: 'answers' } }, { body: { what: 'observers' } }],
  'notifications.sendAll': () => [{ body: written }],
  'handover.write': () => [{ body: { text: ours } }],
  'alerts.set': () => [
    { body: { mutedKinds: [], mutedCountyCodes: ['AB'], quietHours: null, byEmail: false } },
  ],
  'views.keep': () => [
    { body: { name: ours, list: '/answers', search: '', sharing: 'organisation' } },
  ],
  'observers.import': ({ phone }) => [
    { body: { skipInvalid: true }, files: observersFile(`Furt,${phone},1234`, 'Bun,0777 2,1234') },
  ],
  'accounts.changeOwnPassword': () => [{ body: { current: 'parola lui Călin', password } }],
  'invitations.forgot': () => [{ body: { account: 'ana' } }],
  'session.confirm': () => [{ body: { password } }],
  'session.renew': plain,
  'session.endOthers': plain,
  'elections.lookAway': plain,
  'factors.turnOn': () => [{ body: appBody }],
  'factors.renewRecoveryCodes': plain,
  'factors.turnOff': plain,
  'session.signOut': plain,
}
