import { answers } from '#features/answers/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { search } from '#features/search/contract.ts'
import { httpCall, load, type Measured } from '../calling/loading.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { query } from '../cluster.ts'
import { nameOf, staff } from '../data/people.ts'
import { phoneOf, type Shape } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'

/** How many ask at once, each something else. */
const inFlight = 16
/** How many clerks ask for the next call at once. */
const clerks = 50
/** The longest that a screen waits. */
const mostMs = 150

/** A team at work: reports by their review, the search of the palette, and the queue of calls. */
export async function measureTeam(stage: Stage): Promise<Figure[]> {
  const url = await stage.copyPlanned()
  await query(url, reviewed)
  const tokens: string[] = []
  for (let id = 1; id <= staff; id++) tokens.push(await signInStaff(url, id))
  const [token = ''] = tokens
  const server = await stage.start(url)
  const seconds = stage.seconds
  try {
    const figures: Figure[] = []
    for (const { what, calls } of readsOf(stage.shape, token)) {
      const options = { url: server.url, inFlight, seconds, isRepeated: true }
      figures.push(waiting(what, await load(calls, options)))
    }
    const next = tokens.map((one) => httpCall(milestones.nextToCall, { body: {} }, one))
    const options = { url: server.url, inFlight: clerks, seconds, isRepeated: true }
    return [...figures, waiting('next to call, 50 at once', await load(next, options))]
  } finally {
    await server.stop()
  }
}

/** A state of each third report, as a team leaves them behind. */
const reviewed = `
  insert into reviews (election_id, visit_id, state, seen_until, changed_at, changed_by, change_id)
  select election_id, id, (array['in-work', 'follow-up', 'verified'])[id % 3 + 1], last_modified,
         last_modified, 'staff1', nextval('review_changes_id_seq')
    from visits where id % 3 = 0 or id % 20 = 1`

const waiting = (what: string, { p50, p99, sent }: Measured): Figure => ({
  number: 48,
  what: `${what}: p99`,
  value: p99,
  unit: 'ms',
  most: mostMs,
  footnote: `p50 ${p50.toFixed(1)} ms of ${sent}`,
})

function readsOf(shape: Shape, token: string) {
  const each = (call: (nth: number) => string) =>
    Array.from({ length: inFlight }, (_, nth) => call(nth))
  const listed = (filter: object) =>
    each((nth) => httpCall(answers.list, { query: { ...filter, page: nth + 1 } }, token))
  const typed = [
    ...each((nth) => nameOf(nth * 7).slice(0, 6)),
    ...each((nth) => phoneOf((nth * 37) % shape.observers).slice(-6)),
    ...each((nth) => `urna coada ${nth * 11}`),
    ...each((nth) => `J${nth + 1} ${nth * 3 + 1}`),
  ]
  return [
    ...(['new', 'in-work', 'follow-up', 'verified'] as const).map((reviewState) => ({
      what: `reports that are ${reviewState}`,
      calls: listed({ reviewState }),
    })),
    { what: 'flagged reports that are new', calls: listed({ urgent: true, reviewState: 'new' }) },
    { what: 'reports without an assignee', calls: listed({ assigned: 'none' }) },
    {
      what: 'search',
      calls: typed.map((q) => httpCall(search.find, { query: { q } }, token)),
    },
  ]
}
