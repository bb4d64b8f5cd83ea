import { answerOf, type ListedThread } from '#features/answers/contract.ts'
import { listThreads } from '#features/answers/server/queries.ts'
import { callsChanged } from '#features/calls/contract.ts'
import { rest } from '#features/calls/server/hold-queries.ts'
import { insertCall } from '#features/calls/server/queries.ts'
import { commentsChanged } from '#features/comments/contract.ts'
import { insertComment } from '#features/comments/server/queries.ts'
import { incidentsChanged } from '#features/incidents/contract.ts'
import { findVisit } from '#features/incidents/server/queries.ts'
import { insertIncident, insertLink } from '#features/incidents/server/writing-queries.ts'
import { type ReviewChange, reviewsChanged } from '#features/reviews/contract.ts'
import { changeReviews } from '#features/reviews/server/change-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { batchChangeRecorder, changeRecorder } from '#kit/server/history/record-change.ts'
import { later } from './clock.ts'
import type { StaffCall } from './messages.ts'

const recordReviews = batchChangeRecorder('visits', reviewsChanged, 'own organisation')
const recordIncident = changeRecorder('incidents', incidentsChanged, 'own organisation')
const recordComment = changeRecorder('comments', commentsChanged, 'own organisation')
const recordCall = changeRecorder('observers', callsChanged, 'own organisation')

/** An incident that follows from a flagged answer. */
type Story = Pick<
  Parameters<typeof insertIncident>[2],
  'title' | 'category' | 'severity' | 'state' | 'informed' | 'outcome'
> & {
  readonly answer: string
  readonly dueIn: number
  readonly comment: string
}

/** What the office made of the flagged answers, in four rounds of an hour or so. */
const rounds: readonly (readonly Story[])[] = [
  [
    {
      answer: 'întârziere',
      ...{
        title: 'Secție deschisă cu întârziere',
        category: 'opening-closing',
        severity: 'medium',
      },
      ...{ state: 'closed', informed: 'Biroul electoral de circumscripție' },
      outcome: 'Președintele a ajuns la 7:40; programul a fost prelungit.',
      dueIn: 60,
      comment: 'Confirmat la telefon de președintele secției.',
    },
    {
      answer: 'Afișe electorale',
      ...{ title: 'Afișe electorale în secție', category: 'campaigning', severity: 'low' },
      ...{ state: 'closed', informed: '', outcome: 'Afișele au fost date jos.', dueIn: 60 },
      comment: 'Observatorul a trimis și fotografia de după.',
    },
  ],
  [
    {
      answer: 'Persoane neacreditate',
      ...{ title: 'Persoane neacreditate în secție', category: 'unauthorised-persons' },
      ...{ severity: 'high', state: 'confirmed', informed: 'Poliția', outcome: '', dueIn: 45 },
      comment: 'Doi bărbați fără ecuson, lângă urnă. Președintele nu intervine.',
    },
  ],
  [
    {
      answer: 'Alegători aduși în grup',
      ...{ title: 'Alegători aduși cu microbuzul', category: 'intimidation', severity: 'high' },
      ...{ state: 'referred', informed: 'Poliția', outcome: '', dueIn: 30 },
      comment: 'Număr de înmatriculare notat de observator; l-am dat poliției.',
    },
  ],
  [
    {
      answer: 'Oferirea de bani sau bunuri',
      ...{ title: 'Bani oferiți la intrarea în secție', category: 'vote-buying' },
      ...{ severity: 'critical', state: 'open', informed: '', outcome: '', dueIn: 20 },
      comment: 'Sunat: nu răspunde. Încercăm din nou în zece minute.',
    },
  ],
]

/** The moments of the rounds, in minutes before the moment that is shown. */
export const roundMinutes = [-170, -80, -35, -6] as const

/** What the office does in one round with the flagged reports, and with observers who did not come. */
export async function workOnReports(
  call: StaffCall,
  round: number,
  absent: readonly Id<'observers'>[],
): Promise<void> {
  const { db, who } = call
  const query = { urgent: true, reviewState: 'new', page: 1, pageSize: 60 } as const
  const { threads } = await listThreads(db, who, query)
  const left = [...threads]
  for (const story of rounds[round] ?? []) {
    const at = left.findIndex(({ firstFlagged }) => isAbout(firstFlagged, story))
    const [report] = at < 0 ? [] : left.splice(at, 1)
    if (report) await makeIncident(call, report, story)
  }
  const account = who.name
  // The oldest first.
  await review(call, left.slice(-4), { state: 'verified' })
  await review(call, left.slice(-5, -4), { state: 'follow-up', assignee: account })
  await review(call, left.slice(-7, -5), { state: 'in-work', assignee: account })
  for (const [nth, observerId] of absent.entries())
    if (nth % rounds.length === round)
      await logCall(call, observerId, outcomes[nth % outcomes.length] ?? outcomes[0])
}

const isAbout = (flagged: ListedThread['firstFlagged'], { answer }: Story) =>
  flagged !== null && answerOf(flagged).includes(answer)

async function makeIncident(call: StaffCall, report: ListedThread, story: Story): Promise<void> {
  const { db, who, now } = call
  const { observerId, pollingStationId } = report
  const visit = await findVisit(db, who.scope, { observerId, pollingStationId })
  if (!visit) return
  const { answer: _, dueIn, comment, ...values } = story
  const isOver = story.state === 'closed'
  const placed = { ...values, pollingStationId, countyId: null }
  const draft = { ...placed, dueAt: isOver ? null : later(now, dueIn) }
  const made = await insertIncident(db, who, { ...draft, ownerId: who.id, escalateToId: null }, now)
  await insertLink(db, who.scope, made.id, { visitId: visit.id })
  const reports = [{ observerId, pollingStationId }]
  await recordIncident(call, 'incidents.added', made.id, {
    after: { ...draft, owner: who.name, reports },
  })
  const subject = { incidentId: made.id, ngoId: who.ngoId }
  const id = await insertComment(db, who, subject, { text: comment, mentions: [] }, now)
  const { ngoId, ...after } = subject
  await recordComment(call, 'comments.written', id, { after, ngoId })
  await logCall(call, observerId, { outcome: 'reached', note: comment })
  await review(call, [report], { state: isOver ? 'verified' : 'in-work' })
}

async function review(
  call: StaffCall,
  threads: readonly ListedThread[],
  change: Omit<ReviewChange, 'reports'>,
): Promise<void> {
  const reports = threads.map(({ observerId, pollingStationId, lastModified }) => ({
    ...{ observerId, pollingStationId, lastModified },
  }))
  if (reports.length === 0) return
  const { visits } = await changeReviews(call.db, call.who, { ...change, reports }, call.now)
  const lines = visits.map(({ visitId: subjectId, ...line }) => ({ subjectId, ...line }))
  await recordReviews(call, 'reviews.changed', lines)
}

const outcomes = [
  { outcome: 'no-answer', note: '' },
  { outcome: 'reached', note: 'Ajunge în jumătate de oră.' },
  { outcome: 'wrong-number', note: 'Răspunde altcineva.' },
] as const

async function logCall(
  call: StaffCall,
  observerId: Id<'observers'>,
  details: Pick<Parameters<typeof insertCall>[2], 'outcome' | 'note'>,
): Promise<void> {
  const { db, who, now: calledAt } = call
  const logged = { ...details, observerId, calledAt, callBackAt: null }
  await insertCall(db, who, logged)
  await rest(db, who.scope, logged)
  const after = { outcome: details.outcome }
  await recordCall(call, 'calls.logged', observerId, { after, ngoId: who.ngoId })
}
