// Written by `npm run db:types` from database/baseline and database/migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'
import type { Id } from '#kit/contract/value/id.ts'

/** Read as a value to be parsed, written as JSON text: the drivers disagree about arrays. */
type Json = ColumnType<unknown, string, string>

export type Schema = {
  accessKeys: {
    id: Generated<Id<'accessKeys'>>
    digest: Buffer
    name: string
    role: string
    ngoId: Id<'ngos'>
    countyCodes: string[] | null
    isReadOnly: boolean
    madeBy: Id<'staff'> | null
    madeAt: Date
    expiresAt: Date
    usedAt: Date | null
    usedFrom: string | null
    revokedAt: Date | null
  }
  alertSettings: {
    staffId: number
    mutedKinds: Generated<string[]>
    quietFrom: number | null
    quietUntil: number | null
    byEmail: Generated<boolean>
    emailedUntil: Date | null
    emailedAt: Date | null
    mutedCountyCodes: Generated<string[]>
  }
  alertsRead: {
    electionId: Id<'elections'>
    staffId: number
    subject: string
    readUntil: Date
  }
  answers: {
    electionId: Id<'elections'>
    visitId: Id<'visits'>
    questionId: Id<'questions'>
    optionId: Id<'options'>
    formId: Id<'forms'>
    formVersion: number
    text: string | null
    isFlagged: boolean
    receivedAt: Date
    value: string | null
  }
  areas: {
    electionId: Id<'elections'>
    id: Generated<Id<'areas'>>
    parentId: Id<'areas'> | null
    level: number
    countyId: Id<'areas'> | null
    code: string
    name: string
    position: Generated<number>
    isDiaspora: Generated<boolean>
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
    stationChanges: Generated<number>
    knownAs: Generated<string>
  }
  assignments: {
    electionId: Id<'elections'>
    id: Generated<Id<'assignments'>>
    observerId: Id<'observers'>
    pollingStationId: number
    fromAt: Date
    untilAt: Date
    isMobile: Generated<boolean>
    deletedAt: Date | null
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
    beganAt: Date | null
    cutUntil: Date | null
  }
  attachments: {
    electionId: Id<'elections'>
    id: Generated<Id<'attachments'>>
    noteId: Id<'notes'> | null
    unplacedId: Id<'unplaced'> | null
    position: number
    fileName: string
    mediaType: string
    extension: string
    sizeBytes: number
    sha256: Buffer
  }
  authenticators: {
    staffId: Id<'staff'>
    secret: Buffer
    since: Date
    lastStep: number
  }
  callHolds: {
    electionId: Id<'elections'>
    observerId: Id<'observers'>
    staffId: Id<'staff'> | null
    until: Date
    isCallBack: Generated<boolean>
  }
  calls: {
    electionId: Id<'elections'>
    id: Generated<Id<'calls'>>
    observerId: Id<'observers'>
    calledBy: number
    calledByName: string
    calledAt: Date
    outcome: string
    callBackAt: Date | null
    note: string
  }
  comments: {
    electionId: Id<'elections'>
    id: Generated<Id<'comments'>>
    observerId: Id<'observers'> | null
    pollingStationId: number | null
    ngoId: Id<'ngos'>
    writtenBy: number
    writtenByName: string
    writtenAt: Date
    text: string
    deletedAt: Date | null
    incidentId: number | null
    mentions: Generated<number[]>
  }
  corrections: {
    electionId: Id<'elections'>
    visitId: Id<'visits'>
    questionId: number
    own: Json
    corrected: Json
    reason: string
    correctedAt: Date
    correctedBy: string
    revision: Generated<number>
    endedAt: Date | null
  }
  countyCounts: {
    electionId: Id<'elections'>
    countyId: number
    ngoId: number
    formId: number
    flagged: number
  }
  coverCounts: {
    electionId: Id<'elections'>
    ngoId: number
    areaId: number
    covered: Generated<number>
    visited: Generated<number>
    met: Generated<number>
  }
  coverageTargets: {
    electionId: Id<'elections'>
    revision: number
    stationIds: number[]
  }
  deletedAccounts: {
    id: Id<'deletedAccounts'>
    ngoId: Id<'ngos'>
    account: string
    accountKey: string
    email: string | null
    passwordHash: string
    passwordUntil: Date | null
    role: string
    countyCodes: string[] | null
    createdAt: Date
    revision: number
    changes: Json
    factors: Json
    taskIds: number[]
    deletedAt: Date
  }
  deliveries: {
    electionId: Id<'elections'>
    notificationId: Id<'notifications'>
    observerId: Id<'observers'>
    state: Generated<string>
    why: string | null
    at: Date
    stations: string | null
  }
  devices: {
    electionId: Id<'elections'>
    observerId: Id<'observers'>
    channel: string
    token: string
    registeredAt: Date
    sessionId: string | null
  }
  differences: {
    electionId: Id<'elections'>
    ngoId: number
    pollingStationId: number
    questionId: number
    formId: number
    formVersion: number
    answers: string
    saidAt: Date
    isFlagged: Generated<boolean>
  }
  dismissedSuggestions: {
    electionId: Id<'elections'>
    id: Generated<Id<'dismissedSuggestions'>>
    ngoId: Id<'ngos'>
    placeId: number
    questionId: number | null
    untilAt: Date
    dismissedBy: number
  }
  elections: {
    id: Generated<Id<'elections'>>
    name: string
    day: string
    timezone: string
    state: Generated<string>
    isCurrent: Generated<boolean>
    levelNames: Json
    countyLevel: number
    createdAt: Generated<Date>
    archivedFrom: string | null
    deletedAt: Date | null
    peopleErasedAt: Date | null
    erasingDone: number | null
    erasingTotal: number | null
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
    emptying: string | null
    emptiedDone: number | null
    emptiedTotal: number | null
    country: string | null
    callPauseMinutes: Generated<number>
  }
  excuses: {
    electionId: Id<'elections'>
    assignmentId: Id<'assignments'>
    milestoneId: Id<'milestones'>
    reason: string
    excusedAt: Date
    excusedBy: string
  }
  expectationCounts: {
    electionId: Id<'elections'>
    countyId: number
    ngoId: number
    milestoneId: number
    dueAt: Date
    expected: Generated<number>
    begun: Generated<number>
    done: Generated<number>
    excused: Generated<number>
    doneLate: Generated<number>
  }
  expectations: {
    electionId: Id<'elections'>
    assignmentId: number
    milestoneId: number
    observerId: number
    pollingStationId: number
    countyId: number
    ngoId: number
    dueAt: Date
    progress: Generated<number>
    doneAt: Date | null
    excusedAt: Date | null
    excusedBy: string | null
    areaId: number
  }
  failedChecks: {
    electionId: Id<'elections'>
    pollingStationId: number
    visitId: number
    errors: number
    warnings: number
  }
  flaggedStations: {
    electionId: Id<'elections'>
    formId: number
    stations: number
  }
  formCopies: {
    electionId: Id<'elections'>
    observerId: Id<'observers'>
    formId: Id<'forms'>
    sessionId: string
    version: number
    givenAt: Generated<Date>
  }
  formSections: {
    electionId: Id<'elections'>
    id: Generated<Id<'formSections'>>
    formId: Id<'forms'>
    code: string
    description: string
    position: number
    isRemoved: Generated<boolean>
    shownIf: Generated<string>
    translations: Generated<Json>
  }
  formVersions: {
    electionId: Id<'elections'>
    formId: Id<'forms'>
    version: number
    sections: Json
    publishedAt: Generated<Date>
    hasLogic: Generated<boolean>
    language: Generated<string>
    translations: Generated<Json>
  }
  forms: {
    electionId: Id<'elections'>
    id: Generated<Id<'forms'>>
    code: string
    description: Generated<string>
    isDraft: boolean
    isDiaspora: Generated<boolean>
    position: Generated<number>
    currentVersion: Generated<number>
    updatedAt: Generated<Date>
    deletedAt: Date | null
    revision: Generated<number>
    details: Generated<string>
    language: Generated<string>
    languages: Generated<string[]>
    translations: Generated<Json>
    isSeries: Generated<boolean>
  }
  functionsApplied: {
    file: string
    revision: number
    checksum: string
    appliedAt: Generated<Date>
  }
  handovers: {
    electionId: Id<'elections'>
    id: Generated<Id<'handovers'>>
    ngoId: Id<'ngos'>
    countyIds: number[] | null
    text: string
    writtenBy: number
    writtenByName: string
    writtenAt: Date
    takenBy: number | null
    takenByName: string | null
    takenAt: Date | null
    deletedAt: Date | null
  }
  history: {
    id: Generated<Id<'history'>>
    electionId: Id<'elections'> | null
    at: Date
    actorRole: string
    actorId: number | null
    actorName: string
    act: string
    subject: string
    subjectId: number | null
    before: ColumnType<unknown, string | null, string | null>
    after: ColumnType<unknown, string | null, string | null>
    salt: string | null
    nameDigest: Buffer | null
    contentDigest: Buffer | null
  }
  historySeals: {
    historyId: number
    position: number
    hash: Buffer
    sealedAt: Date
  }
  hookDeliveries: {
    electionId: Id<'elections'>
    id: Generated<Id<'hookDeliveries'>>
    hookId: Id<'hooks'>
    messageId: Generated<string>
    kind: string
    body: string
    madeAt: Date
    tries: Generated<number>
    dueAt: Date | null
    triedAt: Date | null
    tookMs: number | null
    status: number | null
    fault: string | null
    reply: Generated<string>
  }
  hooks: {
    electionId: Id<'elections'>
    id: Generated<Id<'hooks'>>
    address: string
    kinds: string[]
    ngoId: Id<'ngos'> | null
    countyIds: number[] | null
    secret: Buffer
    previousSecret: Buffer | null
    previousUntil: Date | null
    readUntil: number
    failingSince: Date | null
    offSince: Date | null
    offReason: string | null
    madeBy: string
    madeAt: Date
  }
  importedRows: {
    electionId: Id<'elections'>
    importId: Id<'imports'>
    kind: string
    rowId: number
    isAdded: boolean
    before: ColumnType<unknown, string | null, string | null>
    written: Json
    kept: string | null
  }
  imports: {
    electionId: Id<'elections'>
    id: Generated<Id<'imports'>>
    ngoId: Id<'ngos'> | null
    fileName: string
    importedBy: string
    importedAt: Date
    added: Generated<number>
    changed: Generated<number>
    undoneBy: string | null
    undoingAt: Date | null
    undoneAt: Date | null
    removed: Generated<number>
    restored: Generated<number>
    kind: string
    along: Generated<number>
    alongRemoved: Generated<number>
    kept: Generated<number>
  }
  incidentCategories: {
    electionId: Id<'elections'>
    id: Generated<Id<'incidentCategories'>>
    code: string
    name: string | null
    isRetired: Generated<boolean>
  }
  incidentNotes: {
    electionId: Id<'elections'>
    incidentId: Id<'incidents'>
    noteId: Id<'notes'>
  }
  incidentReports: {
    electionId: Id<'elections'>
    incidentId: Id<'incidents'>
    visitId: Id<'visits'>
  }
  incidents: {
    electionId: Id<'elections'>
    id: Generated<Id<'incidents'>>
    number: number
    ngoId: Id<'ngos'>
    title: string
    category: string
    severity: string
    state: string
    pollingStationId: number | null
    countyId: number | null
    ownerId: number | null
    dueAt: Date | null
    informed: Generated<string>
    outcome: Generated<string>
    madeBy: string
    madeAt: Date
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
    mergedInto: Id<'incidents'> | null
    escalateToId: number | null
  }
  installation: {
    isOnly: Generated<boolean>
    secretFingerprint: string
    factorsWantedSince: Date | null
  }
  invitations: {
    digest: string
    staffId: Id<'staff'>
    createdAt: Date
    expiresAt: Date
  }
  jobs: {
    id: Generated<Id<'jobs'>>
    name: string
    payload: Json
    createdAt: Generated<Date>
    triesLeft: number
    dueAt: Generated<Date>
    runningUntil: Date | null
  }
  keptFiles: {
    sha256: Buffer
    unusedSince: Date | null
    goingSince: Date | null
  }
  knownDevices: {
    mark: string
    seenAt: Date
  }
  marks: {
    electionId: Id<'elections'>
    id: Generated<Id<'marks'>>
    subject: string
    firstKey: number
    lastKey: number
    markedAt: Generated<Date>
  }
  milestones: {
    electionId: Id<'elections'>
    id: Generated<Id<'milestones'>>
    name: string
    kind: string
    formId: Id<'forms'> | null
    questionId: Id<'questions'> | null
    notificationId: Id<'notifications'> | null
    dueAt: Date | null
    dueAfterMin: number | null
    forStation: Generated<boolean>
    deletedAt: Date | null
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
    forAreas: Generated<number[]>
    forNgos: Generated<number[]>
    forDiaspora: boolean | null
    forMobile: boolean | null
  }
  ngos: {
    id: Generated<Id<'ngos'>>
    name: string
    shortName: string
    isOrganiser: Generated<boolean>
    isActive: Generated<boolean>
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
  }
  notes: {
    electionId: Id<'elections'>
    id: Generated<Id<'notes'>>
    visitId: Id<'visits'>
    questionId: Id<'questions'> | null
    text: string
    digest: Buffer
    receivedAt: Date
    sentAt: Date | null
  }
  notifications: {
    electionId: Id<'elections'>
    id: Generated<Id<'notifications'>>
    key: string | null
    senderId: number
    senderAccount: string
    ngoId: Id<'ngos'>
    channel: string
    title: string
    body: string
    insertedAt: Date
    recipients: Generated<number>
    sent: Generated<number>
    failed: Generated<number>
    opened: Generated<number>
    heldUntil: Date | null
    takenBackAt: Date | null
    takenBackBy: string | null
    sendAt: Date | null
    againOf: Id<'notifications'> | null
  }
  observerCounties: {
    electionId: Id<'elections'>
    observerId: number
    countyId: number
    ngoId: number
    reported: number
    flagged: number
    visits: number
  }
  observerCounts: {
    electionId: Id<'elections'>
    observerId: Id<'observers'>
    lastSeen: Date | null
    visits: Generated<number>
    notes: Generated<number>
    deviceRegisteredAt: Date | null
  }
  observers: {
    electionId: Id<'elections'>
    id: Generated<Id<'observers'>>
    ngoId: Id<'ngos'>
    name: string
    phone: string
    phoneDigits: string
    pinHash: string
    isTest: Generated<boolean>
    createdAt: Generated<Date>
    deletedAt: Date | null
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
    phoneE164: string | null
    phoneReadIn: string | null
    sharesNumber: Generated<boolean>
    nameFolded: Generated<string>
    phoneDoubt: string | null
    pinDoubt: string | null
  }
  observersElsewhere: {
    electionId: Id<'elections'>
    observerId: number
    assignmentId: number
    pollingStationId: number
    saidAt: Date
  }
  options: {
    electionId: Id<'elections'>
    id: Generated<Id<'options'>>
    formId: Id<'forms'>
    questionId: Id<'questions'>
    text: string
    isFreeText: boolean
    isFlagged: boolean
    hint: Generated<string>
    position: number
    isRemoved: Generated<boolean>
    translations: Generated<Json>
  }
  passkeys: {
    id: Generated<Id<'passkeys'>>
    staffId: Id<'staff'>
    name: string
    credentialId: string
    publicKey: Buffer
    counter: number
    createdAt: Date
    lastUsedAt: Date | null
  }
  pinnedQuestions: {
    electionId: Id<'elections'>
    questionId: Id<'questions'>
    pinnedAt: Date
    unpinnedAt: Date | null
  }
  pollingStations: {
    electionId: Id<'elections'>
    id: Generated<Id<'pollingStations'>>
    areaId: Id<'areas'>
    countyId: Id<'areas'>
    number: number
    address: Generated<string>
    latitude: number | null
    longitude: number | null
    registeredVoters: number | null
    name: Generated<string>
    closedAt: Date | null
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
    mergedInto: Id<'pollingStations'> | null
    countedAs: Generated<number>
    label: Generated<string>
    placeFolded: Generated<string>
  }
  proofs: {
    id: Generated<Id<'proofs'>>
    askedBy: string | null
    state: Generated<string>
    beganAt: Date
    at: Date
    stage: Generated<string>
    done: Generated<number>
    total: Generated<number>
    position: number | null
    hash: string | null
    compared: number | null
    faults: number | null
    findings: ColumnType<unknown, string | null, string | null>
  }
  publicRegisters: {
    electionId: Id<'elections'>
    publishedAt: Date
    publishedBy: string
  }
  publishedOptions: {
    electionId: Id<'elections'>
    optionId: Id<'options'>
    formVersion: number
    formId: Id<'forms'>
    questionId: Id<'questions'>
    questionType: number
    isFlagged: boolean
    reading: Generated<string>
    kind: Generated<string>
    unit: Generated<string>
  }
  questions: {
    electionId: Id<'elections'>
    id: Generated<Id<'questions'>>
    formId: Id<'forms'>
    sectionId: Id<'formSections'>
    code: string
    text: string
    type: number
    hint: Generated<string>
    position: number
    isRemoved: Generated<boolean>
    kind: Generated<string>
    isRequired: Generated<boolean>
    min: number | null
    max: number | null
    unit: Generated<string>
    shownIf: Generated<string>
    checks: Generated<Json>
    translations: Generated<Json>
  }
  recoveryCodes: {
    staffId: Id<'staff'>
    digest: string
  }
  refusedTries: {
    beganAt: Date
    name: string
    electionId: Id<'elections'> | null
    tries: number
  }
  reminded: {
    electionId: Id<'elections'>
    reminderId: Id<'reminders'>
    assignmentId: number
    dueAt: Date
    notificationId: Id<'notifications'>
  }
  reminders: {
    electionId: Id<'elections'>
    id: Generated<Id<'reminders'>>
    milestoneId: Id<'milestones'>
    minutes: number
    title: string
    body: string
    atNight: Generated<boolean>
    sinceAt: Date
    madeBy: number
    madeByName: string
    ngoId: Id<'ngos'>
    deletedAt: Date | null
  }
  repeats: {
    electionId: Id<'elections'>
    id: Generated<Id<'repeats'>>
    observerId: Id<'observers'>
    pollingStationId: Id<'pollingStations'>
    receivedAt: Date
    answers: Json
    facts: ColumnType<unknown, string | null, string | null>
  }
  reportCounts: {
    electionId: Id<'elections'>
    quarter: number
    ngoId: number
    reports: number
    flagged: number
  }
  reportsSeen: {
    electionId: Id<'elections'>
    staffId: Id<'staff'>
    visitId: Id<'visits'>
    lastModified: Date
    openUntil: Date | null
  }
  reviews: {
    electionId: Id<'elections'>
    visitId: Id<'visits'>
    state: string
    assigneeId: number | null
    seenUntil: Date
    changedAt: Date
    changedBy: string
    changeId: number | null
    before: ColumnType<unknown, string | null, string | null>
    assignedAt: Date | null
    assignedBy: string | null
    reason: Generated<string>
    reasonBefore: Generated<string>
    revision: Generated<number>
    notificationId: number | null
  }
  sealingRefused: {
    isOnly: Generated<boolean>
    since: Date
    rememberedPosition: number
    rememberedHash: string
    foundPosition: number | null
    foundHash: string | null
  }
  sessions: {
    id: string
    staffId: Id<'staff'> | null
    electionId: Id<'elections'> | null
    observerId: Id<'observers'> | null
    createdAt: Date
    expiresAt: Date
    revokedAt: Date | null
    address: string | null
    userAgent: string | null
    lastSeenAt: Date | null
    confirmedAt: Date | null
    failuresBefore: number | null
    failuresFrom: Date | null
    device: string | null
    tokenNth: Generated<number>
    tokenSince: Date | null
    looksAtId: Id<'elections'> | null
  }
  settledAnswers: {
    electionId: Id<'elections'>
    id: Generated<Id<'settledAnswers'>>
    pollingStationId: Id<'pollingStations'>
    questionId: number
    ngoId: Id<'ngos'> | null
    observerId: Id<'observers'> | null
    reason: string
    answers: string
    settledAt: Date
    settledBy: string
    undoneAt: Date | null
  }
  shapeFiles: {
    electionId: Id<'elections'>
    id: Generated<Id<'shapeFiles'>>
    fileName: string
    uploadedAt: Date
    removedAt: Date | null
    shapes: Json
    ofMunicipalities: Generated<boolean>
  }
  signInFailures: {
    key: string
    failures: number
    lastAt: Date
    lockedUntil: Date | null
    sinceLast: Generated<number>
    firstAt: Date | null
    account: string | null
    beganAt: Date | null
  }
  signInMinutes: {
    minute: Date
    process: string
    wasRight: number
    wrong: number
    locked: number
    turnedAway: number
    networks: number[]
    refusedReports: number
  }
  spentChallenges: {
    challenge: string
    expiresAt: Date
  }
  staff: {
    id: Generated<Id<'staff'>>
    ngoId: Id<'ngos'>
    account: string
    passwordHash: string
    role: string
    createdAt: Generated<Date>
    email: string | null
    countyCodes: string[] | null
    passwordUntil: Date | null
    revision: Generated<number>
    changes: Generated<Json>
    changing: string | null
    accountKey: string
  }
  stationCounts: {
    electionId: Id<'elections'>
    pollingStationId: number
    ngoId: number
    formId: number
    countyId: number
    countedAs: number
    answered: number
    flagged: number
  }
  stationCover: {
    electionId: Id<'elections'>
    pollingStationId: number
    ngoId: number
    areaId: number
    covered: number
    visited: number
  }
  stationFlags: {
    electionId: Id<'elections'>
    pollingStationId: number
    formId: number
    flagged: number
  }
  taskFiles: {
    electionId: Id<'elections'>
    taskId: Id<'tasks'>
    attempt: number
    part: number
    bytes: Buffer
  }
  tasks: {
    electionId: Id<'elections'>
    id: Generated<Id<'tasks'>>
    staffId: Id<'staff'> | null
    ngoId: Id<'ngos'>
    kind: string
    asked: Json
    state: Generated<string>
    attempt: Generated<number>
    fileName: string | null
    done: Generated<number>
    total: number | null
    counts: ColumnType<unknown, string | null, string | null>
    refused: Generated<number>
    refusedRows: ColumnType<unknown, string | null, string | null>
    why: ColumnType<unknown, string | null, string | null>
    resultName: string | null
    resultType: string | null
    resultBytes: number | null
    createdAt: Date
    startedAt: Date | null
    finishedAt: Date | null
    expiresAt: Date | null
    countyIds: number[] | null
    startedBy: string
  }
  uncomparedStations: {
    electionId: Id<'elections'>
    pollingStationId: number
    id: Generated<Id<'uncomparedStations'>>
  }
  unplaced: {
    electionId: Id<'elections'>
    id: Generated<Id<'unplaced'>>
    observerId: Id<'observers'>
    ngoId: Id<'ngos'>
    kind: string
    reason: string
    sent: Json
    digest: Buffer
    receivedAt: Date
    placedAt: Date | null
    dismissedAt: Date | null
    settledBy: string | null
    pollingStationId: Id<'pollingStations'> | null
    formVersion: number | null
    subject: string
    saidAt: Date
    supersededAt: Date | null
    superseded: Generated<Json>
    placingId: number | null
    placement: ColumnType<unknown, string | null, string | null>
  }
  views: {
    electionId: Id<'elections'>
    id: Generated<Id<'views'>>
    name: string
    list: string
    search: string
    sharing: string
    ngoId: Id<'ngos'>
    keptBy: number
    keptByName: string
    deletedAt: Date | null
  }
  visitCounts: {
    electionId: Id<'elections'>
    countyId: number
    ngoId: number
    reported: number
    flagged: number
    observers: number
  }
  visitReports: {
    electionId: Id<'elections'>
    visitId: number
    quarter: number
    ngoId: number
    reports: number
    flagged: number
  }
  visits: {
    electionId: Id<'elections'>
    id: Generated<Id<'visits'>>
    observerId: Id<'observers'>
    pollingStationId: Id<'pollingStations'>
    ngoId: Id<'ngos'>
    countyId: Id<'areas'>
    arrivedAt: Date | null
    leftAt: Date | null
    isUrbanArea: boolean | null
    isPresidentFemale: boolean | null
    facts: ColumnType<unknown, string | null, string | null>
    factsAt: Date | null
    answered: Generated<number>
    flagged: Generated<number>
    notes: Generated<number>
    lastModified: Date
    setAsideAt: Date | null
  }
  wallLinks: {
    electionId: Id<'elections'>
    id: Generated<Id<'wallLinks'>>
    name: string
    digest: string
    madeAt: Date
    usedAt: Date | null
    withdrawnAt: Date | null
  }
}
