import { elections } from '#features/elections/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { query } from '../cluster.ts'
import { until } from '../counting.ts'
import { electionId } from '../data/shape.ts'
import { type Act, callOf, type StaffContext } from './office.ts'

const other = `(select max(id) from elections where state = 'archived')`
/** Acts on an election beside the current one. */
export const actsOnOthers: readonly Act[] = [
  {
    what: 'another election prepared, with all places and forms',
    prepare: async (office) => () =>
      callOf(office)(elections.add, {
        body: {
          name: 'Turul doi',
          day: '2026-12-06',
          timezone: 'Europe/Bucharest',
          copyFrom: electionId as Id<'elections'>,
        } as never,
      }),
  },
  {
    what: 'an election archived',
    prepare: async (office) => {
      const [row] = await query(office.url, `select max(id) as id from elections`)
      const params = { id: Number(row?.['id']) as Id<'elections'> }
      return () => callOf(office)(elections.archive, { params })
    },
  },
  {
    what: 'the people of an archived election erased',
    prepare: async (office) => {
      await query(office.url, peopled)
      const [row] = await query(office.url, `select ${other} as id`)
      const params = { id: Number(row?.['id']) as Id<'elections'> }
      return async () => {
        await callOf(office)(elections.erasePeople, { params })
        await until(
          office.url,
          `select people_erased_at is not null from elections where id = ${other}`,
        )
      }
    },
  },
]

/** As many people in the archived election as in the current one, and five lines of history for each. */
const peopled = `
  insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
  select ${other}, ngo_id, name, phone, phone_digits, pin_hash from observers
   where election_id = ${electionId} and phone like '07%';
  insert into history (election_id, at, actor_role, actor_id, actor_name, act, subject, subject_id)
  select ${other}, now(), 'observer', id, name, 'answers.received', 'visits', id
    from observers, generate_series(1, 5) where election_id = ${other}`

const practise = ({ url }: StaffContext) =>
  query(url, `update elections set state = 'rehearsal' where is_current`)

const current = { id: electionId as Id<'elections'> }

/** No election is being emptied. */
const isAtRest = `select not exists (select from elections where emptying is not null)`

/** Observers of an archived election are signed out. */
const signedOut = /^HTTP\/1.1 401/

/** The end of a rehearsal without real reports. */
export const actsOfAStart: readonly Act[] = [
  {
    what: 'a rehearsal made the real thing',
    prepare: async (office) => {
      await practise(office)
      return async () => {
        await callOf(office)(elections.start, { params: current })
        await until(office.url, `select state = 'live' from elections where id = ${electionId}`)
      }
    },
  },
]

/** The end of other elections. */
export const actsOfAnEnd: readonly Act[] = [
  {
    what: 'a rehearsal cleared, until it is empty',
    mayRefuse: signedOut,
    prepare: async (office) => {
      await practise(office)
      return async () => {
        await callOf(office)(elections.clearRehearsal, {})
        await until(office.url, isAtRest)
      }
    },
  },
]

/** Leaving a real election. */
export const actsOfLeaving: readonly Act[] = [
  {
    what: 'another election made current',
    mayRefuse: signedOut,
    prepare: async (office) => {
      const body = { name: 'Turul doi', day: '2026-12-06', timezone: 'Europe/Bucharest' }
      const id = (await callOf(office)(elections.add, { body })) as Id<'elections'>
      return () => callOf(office)(elections.makeCurrent, { params: { id } })
    },
  },
  {
    what: 'an election archived with all that was reported',
    mayRefuse: signedOut,
    prepare: async (office) => () => callOf(office)(elections.archive, { params: current }),
  },
]
