import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { live } from '#kit/contract/live.ts'
import { baseRevision, revisionFields } from '#kit/contract/revision.ts'
import { flag } from '#kit/contract/value/flag.ts'
import { id, whole } from '#kit/contract/value/id.ts'
import { instant, timezone } from '#kit/contract/value/instant.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { countries } from './countries-domain.ts'
import { callPauses } from './pause-domain.ts'

/** The election being observed. */
export const Election = z.object({
  id: id('elections'),
  name: z.string().meta({ examples: ['Alegeri parlamentare 2026'] }),
  day: z
    .string()
    .meta({ examples: ['2026-11-22'] })
    .describe('`2023-10-15`'),
  timezone: z
    .string()
    .meta({ examples: ['Europe/Bucharest'] })
    .describe('The zone its wall clocks run in, such as `Europe/Bucharest`.'),
  country: z
    .string()
    .nullable()
    .meta({ examples: ['RO'] })
    .describe('The country of its observers’ phones (ISO 3166); null: that of its time zone.'),
  callPauseMinutes: z
    .int()
    .meta({ examples: [callPauses.usual] })
    .describe('How long an observer is left alone after a call.'),
  state: z.enum(['rehearsal', 'live', 'archived']),
  levelNames: z
    .array(z.string())
    .meta({ examples: [['Județ']] })
    .describe('The names of its levels of areas, outermost first.'),
  countyLevel: z.int().describe('Which of them is the county of the calls, counted from 1.'),
})
export type Election = z.output<typeof Election>

/** The facts that an organiser can change later; its levels come with its places. */
export const ElectionValues = z.object({
  name: filledLine(200).meta({ examples: ['Alegeri parlamentare 2026'] }),
  day: z.iso.date().meta({ examples: ['2026-11-22'] }),
  timezone,
  country: z
    .literal(['', ...countries], 'Must be the two letters of a country')
    .nullable()
    .transform((text) => text || null)
    .optional()
    .meta({ examples: ['RO'] })
    .describe(
      'The country of phones that are typed without one, by its two letters; empty or null: that of the time zone.',
    ),
  callPauseMinutes: whole(callPauses.least, callPauses.most)
    .optional()
    .meta({ examples: [callPauses.usual] })
    .describe('How long an observer is left alone after a call; also after earlier calls.'),
})

/** A change; fields left out stay. */
export const ElectionChange = ElectionValues.extend(baseRevision)
  .extend({
    keep: z
      .enum(['moments', 'times'])
      .describe(
        'What stays of shifts and milestones when the time zone changes: their moments, as when it is not said, or what clocks show.',
      ),
  })
  .partial()
export type ElectionChange = z.output<typeof ElectionChange>

/** A new election; until it is started for real it is a rehearsal. */
export const ElectionDraft = ElectionValues.extend({
  levelNames: z
    .array(filledLine(100))
    .min(1)
    .max(10)
    .optional()
    .describe('By default one level of counties.'),
  countyLevel: whole(1, 10).optional().describe('By default the outermost.'),
  copyFrom: id('elections')
    .optional()
    .describe('The election whose areas with their stations, and forms as drafts, come along.'),
})
  .refine(({ copyFrom, levelNames }) => !copyFrom || !levelNames, {
    path: ['levelNames'],
    message: 'Come with the areas that are copied',
  })
  .refine(({ levelNames = [''], countyLevel = 1 }) => countyLevel <= levelNames.length, {
    path: ['countyLevel'],
    message: 'Must be one of the levels',
  })
export type ElectionDraft = z.output<typeof ElectionDraft>

/** Times that another time zone would show differently. */
export const ClockTimes = z.object({
  what: z.enum(['shifts', 'milestones']),
  count: z.int().meta({ examples: [1240] }),
  was: z
    .string()
    .meta({ examples: ['2026-11-22 06:30'] })
    .describe('What clocks of the election show at the first of them.'),
  becomes: z
    .string()
    .meta({ examples: ['2026-11-22 05:30'] })
    .describe('What clocks of the other zone show then.'),
  skipped: z
    .object({
      count: z.int().meta({ examples: [2] }),
      first: z.array(
        z.object({
          name: z
            .string()
            .meta({ examples: ['Opening form'] })
            .describe('The milestone, or the observer whose shift begins or ends then.'),
          was: z.string().meta({ examples: ['2026-03-29 02:30'] }),
          becomes: z.string().meta({ examples: ['2026-03-29 03:30'] }),
        }),
      ),
    })
    .describe(
      'Clock times that clocks of the other zone skip: with `keep: times` they become other ones, also when the zone is changed back. The first ten are named.',
    ),
})

export type ClockTimes = z.output<typeof ClockTimes>

/** An election in the list, with counts of its data. */
export const ListedElection = Election.extend({
  isCurrent: z.boolean(),
  counties: z.int(),
  pollingStations: z.int(),
  observers: z.int(),
  forms: z.int(),
  visits: z.int(),
  signedIn: z.int().describe('How many of its observers are signed in just now.'),
  waitingMessages: z
    .int()
    .describe('Messages that wait: starting it takes them back, leaving it ends them.'),
  keptAside: z
    .int()
    .describe('Reports of phones after it was archived that are neither placed nor dismissed.'),
  peopleErasedAt: instant
    .nullable()
    .describe(
      'When the names and phones of its observers were erased; null once it was opened again.',
    ),
  erasing: z
    .object({ done: z.int(), total: z.int() })
    .nullable()
    .meta({ examples: [null] })
    .describe('How far that is while it is under way, in observers and lines of history.'),
  emptying: z
    .object({ done: z.int(), total: z.int() })
    .nullable()
    .meta({ examples: [null] })
    .describe(
      'How far it is emptied: of what was practised before it starts, or of everything once it was cleared.',
    ),
  ...revisionFields,
})
export type ListedElection = z.output<typeof ListedElection>

/** The election has changed, or another became current: visible data may be stale. */
export const electionChanged = live({ name: 'elections.changed', payload: z.object({}) })

/** Erasing the people of an election has progressed, ended or was stopped. */
export const erasingMoved = live({ name: 'elections.erasing', payload: z.object({}) })

/** Taking back the reports of an election has progressed or ended. */
export const emptyingMoved = live({ name: 'elections.emptying', payload: z.object({}) })

const one = { access: 'set-up', params: z.object({ id: id('elections') }) } as const
const done = z.object({})

export const elections = {
  current: endpoint({
    method: 'GET',
    path: '/api/v1/election',
    access: 'read',
    summary:
      'Says which election the caller is in: the current one, or an archived one they look at',
    reply: Election,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/v1/election',
    access: 'set-up',
    summary: 'Changes the name, the day and the time zone of the election',
    description: 'What is left out stays.',
    body: ElectionChange,
    reply: Election,
    problems: ['thing.changed-meanwhile'],
  }),
  clearRehearsal: endpoint({
    method: 'POST',
    path: '/api/v1/election/clear-rehearsal',
    access: 'set-up',
    changing: 'election',
    confirmed: true,
    summary: 'Ends a rehearsal',
    description:
      'An empty election takes its place at once, and observers are signed out. What was practised is deleted, where it is much in steps after the reply; the list says how far it is. This cannot be undone.',
    reply: Election,
    problems: ['election.not-a-rehearsal'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/elections',
    access: 'set-up',
    summary: 'Lists all elections, the current one first, then by day',
    query: z.object({
      deleted: flag.default(false).describe('The trash: deleted elections that can be restored.'),
    }),
    reply: z.array(ListedElection),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/elections',
    access: 'set-up',
    summary: 'Prepares another election; answers with its id',
    description:
      'It is a rehearsal until it is started for real, and no account is in it until it is current.',
    body: ElectionDraft,
    reply: z.int(),
    problems: ['thing.not-found', 'election.being-emptied'],
  }),
  editOne: endpoint({
    ...one,
    method: 'PUT',
    path: '/api/v1/elections/:id',
    summary: 'Changes the name, the day and the time zone of any election',
    description: 'What is left out stays.',
    body: ElectionChange,
    reply: done,
    problems: ['thing.not-found', 'thing.changed-meanwhile'],
  }),
  clockTimes: endpoint({
    ...one,
    method: 'GET',
    path: '/api/v1/elections/:id/clock-times',
    summary: 'Lists the stored times that another time zone would show differently',
    description: 'What stays when the zone is changed is said by `keep`.',
    query: z.object({ timezone }),
    reply: z.array(ClockTimes),
    problems: ['thing.not-found'],
  }),
  makeCurrent: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/elections/:id/make-current',
    changing: 'election',
    confirmed: true,
    summary: 'Makes an election current: screens show it, and phones sign in to it',
    description:
      'Staff stay signed in. Observers belong to one election: what phones signed in to the former send goes there until their token expires.',
    reply: done,
    problems: ['thing.not-found', 'election.is-archived'],
  }),
  start: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/elections/:id/start',
    changing: 'election',
    summary: 'Starts a rehearsal for real',
    description:
      'Places, forms and observers stay. Practised reports are deleted, excuses from passed deadlines end, and waiting messages are taken back. Where that is much, it goes in steps after the reply: the election is a rehearsal until then, and the list says how far it is. This cannot be undone.',
    reply: z.object({
      isStarted: z.boolean().describe('False while practice reports are still being removed.'),
    }),
    problems: ['thing.not-found', 'election.has-started', 'election.is-archived'],
  }),
  archive: endpoint({
    ...one,
    confirmed: true,
    method: 'POST',
    path: '/api/v1/elections/:id/archive',
    summary: 'Archives an election that is over; it keeps its data',
    description:
      'What phones still send that are signed in to it is kept aside, and can be placed once it was reopened.',
    reply: done,
    problems: ['thing.not-found', 'election.is-current', 'election.being-emptied'],
  }),
  reopen: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/elections/:id/reopen',
    summary: 'Takes an election out of the archive, in its former state',
    reply: done,
    problems: ['thing.not-found', 'election.being-erased', 'election.being-emptied'],
  }),
  look: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/elections/:id/look',
    changing: 'caller',
    summary: 'Opens an archived election to be read',
    description:
      'In the caller’s session alone: every call reads it from now on, changes are refused with `election.is-archived`, and other callers are not affected. It ends with `POST /api/v1/election/look-away`, or when the election is opened again.',
    reply: done,
    problems: ['thing.not-found', 'election.not-archived', 'election.being-emptied'],
  }),
  lookAway: endpoint({
    method: 'POST',
    path: '/api/v1/election/look-away',
    access: 'staff',
    changing: 'caller',
    summary: 'Goes back from an archived election to the current one',
    reply: done,
  }),
  erasePeople: endpoint({
    ...one,
    confirmed: true,
    method: 'POST',
    path: '/api/v1/elections/:id/erase-people',
    summary: 'Erases the names, phones and devices of the observers of an archived election',
    description:
      'Also in history, whose chain stays whole. Reports stay, told apart by number. In steps after the reply; the list says how far it is. This cannot be undone.',
    reply: done,
    problems: ['thing.not-found', 'election.not-archived', 'election.being-emptied'],
  }),
  stopErasing: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/elections/:id/stop-erasing',
    summary: 'Stops erasing the observers of an election',
    description:
      'What has been erased stays so; asked to erase them again, the server goes on with the rest.',
    reply: done,
    problems: ['thing.not-found'],
  }),
  remove: endpoint({
    ...one,
    confirmed: true,
    method: 'DELETE',
    path: '/api/v1/elections/:id',
    summary: 'Deletes an election that has neither observers nor reports',
    reply: done,
    problems: ['thing.not-found', 'election.is-current', 'election.has-data'],
  }),
  restore: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/elections/:id/restore',
    summary: 'Brings a deleted election back',
    reply: done,
    problems: ['thing.not-found'],
  }),
}
