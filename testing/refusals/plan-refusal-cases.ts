import { sql } from 'kysely'
import { assignments } from '#features/assignments/contract.ts'
import { planElsewhere } from '#features/assignments/server/testing.ts'
import { hooks } from '#features/hooks/contract.ts'
import { mostHooks } from '#features/hooks/domain.ts'
import { milestones } from '#features/milestones/contract.ts'
import { milestoneElsewhere } from '#features/milestones/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { phones, type Stage } from '../stage.ts'
import {
  csv,
  importTooLarge,
  meanwhile,
  noSuch,
  observerNamed,
  type RefusalCases,
  refusalCase,
  unknownId,
} from './refusal-case.ts'

const backwards = { from: '2026-11-22 22:00', until: '2026-11-22 06:00' }

/** An observer at Aiud for a whole day: cases must not overlap. */
const shiftOf = async (cast: Stage, day: number, name = 'Bogdan') => ({
  observerId: await observerNamed(cast, name),
  pollingStationId: cast.field.stationId('AB1', 1) as Id<'pollingStations'>,
  from: `2026-11-${day} 06:00`,
  until: `2026-11-${day} 22:00`,
})

/** A report by telephone of an observer who does not exist. */
const hook = { address: 'https://93.184.216.34/veghe', kinds: ['incident.opened' as const] }

const reminderOf = (body: object) => ({
  params: { observerId: unknownId },
  body: { pollingStationId: 1, ...body },
})

async function planned(cast: Stage, day: number, but: object = {}, name = 'Bogdan') {
  const body = { assignments: [{ ...(await shiftOf(cast, day, name)), ...but }] }
  return (await cast.ana.call(assignments.add, { body }))[0]!
}

/** An assignment before another user's change. */
async function changedSince(cast: Stage, day: number) {
  const id = await planned(cast, day)
  const body = { until: `2026-11-${day} 21:00` }
  await cast.ana.call(assignments.edit, { params: { id }, body })
  return { assignmentIds: [id], revisions: [1] }
}

const arrival = { name: 'Sosire', kind: 'arrival', dueAt: '2026-11-22 12:00' } as const

/** A change based on the first revision, after another user's change. */
async function changedMilestone({ ana }: Stage) {
  const params = { id: await ana.call(milestones.add, { body: arrival }) }
  await ana.call(milestones.edit, { params, body: { name: 'Altfel' } })
  return { params, body: { name: 'Iar altfel', revision: 1 } }
}

async function importedPlan({ ana }: Stage) {
  const rows = `Phone,Municipality code,Station number,From,Until\n${phones.bogdan},AB1,1,2026-11-20 06:00,2026-11-20 07:00`
  await ana.call(assignments.import, { body: {} }, csv('p.csv', rows))
  return (await ana.call(assignments.listImports))[0]!.id
}

async function undoPlan(cast: Stage) {
  await cast.ana.call(assignments.undoImport, { params: { id: await importedPlan(cast) } })
}

export const planRefusalCases: RefusalCases = {
  'assignments.add': {
    'thing.not-found': refusalCase(async (cast) => ({
      body: { assignments: [{ ...(await shiftOf(cast, 10)), observerId: unknownId }] },
    })),
    'assignment.taken': refusalCase(async (cast) => {
      await planned(cast, 11)
      return { body: { assignments: [await shiftOf(cast, 11)] } }
    }),
    'assignment.ends-early': refusalCase(async (cast) => ({
      body: { assignments: [{ ...(await shiftOf(cast, 12)), ...backwards }] },
    })),
  },
  'assignments.edit': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: { isMobile: true } })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const params = { id: await planned(cast, 13) }
      await cast.ana.call(assignments.edit, { params, body: { until: '2026-11-13 21:00' } })
      return { params, body: { until: '2026-11-13 20:00', revision: 1 } }
    }),
    'assignment.taken': refusalCase(async (cast) => {
      await planned(cast, 14)
      const id = await planned(cast, 14, { from: '2026-11-14 14:00' })
      return { params: { id }, body: { from: '2026-11-14 06:00' } }
    }),
    'assignment.ends-early': refusalCase(async (cast) => ({
      params: { id: await planned(cast, 15) },
      body: { until: '2026-11-15 05:00' },
    })),
  },
  'assignments.remove': {
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const { assignmentIds: ids, revisions } = await changedSince(cast, 20)
      return { body: { ids, revisions } }
    }),
  },
  'assignments.replace': {
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const params = { id: await planned(cast, 23) }
      await cast.ana.call(assignments.edit, { params, body: { until: '2026-11-23 21:00' } })
      const { observerId } = await shiftOf(cast, 23, 'Dana')
      return { params, body: { observerId, revision: 1 } }
    }),
    'thing.not-found': refusalCase(() => ({
      params: { id: unknownId },
      body: { observerId: unknownId },
    })),
    'assignment.taken': refusalCase(async (cast) => {
      const id = await planned(cast, 16)
      await planned(cast, 16, {}, 'Dana')
      const { observerId } = await shiftOf(cast, 16, 'Dana')
      return { params: { id }, body: { observerId, neverCame: true } }
    }),
    'assignment.ends-early': refusalCase(async (cast) => {
      const { observerId } = await shiftOf(cast, 17, 'Dana')
      const id = await planned(cast, 17)
      return { params: { id }, body: { observerId, from: '2026-11-17 23:00' } }
    }),
  },
  'assignments.restore': {
    'thing.not-found': refusalCase(async (cast) => {
      const id = await planned(cast, 19)
      return { body: { ids: [id], insteadOf: [id] } }
    }),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const id = await planned(cast, 21)
      const { observerId } = await shiftOf(cast, 21, 'Dana')
      const added = await cast.ana.call(assignments.replace, {
        params: { id },
        body: { observerId, neverCame: true },
      })
      const body = { until: '2026-11-21 21:00' }
      await cast.ana.call(assignments.edit, { params: { id: added }, body })
      return { body: { ids: [id], insteadOf: [added] } }
    }),
    'assignment.taken': refusalCase(async (cast) => {
      const id = await planned(cast, 18)
      await cast.ana.call(assignments.remove, { body: { ids: [id] } })
      await meanwhile(
        cast,
        sql`insert into assignments (election_id, observer_id, polling_station_id, from_at, until_at)
            select election_id, observer_id, polling_station_id, from_at, until_at from assignments where id = ${id}`,
      )
      return { body: { ids: [id] } }
    }),
  },
  'assignments.import': {
    ...importTooLarge,
    'import.refused': refusalCase(() => ({
      body: {},
      files: csv('p.csv', 'Phone,Municipality code,Station number,From,Until\n0799,XX,1,x,y\n'),
    })),
    'import.undoing': refusalCase(async (cast) => {
      await undoPlan(cast)
      return { body: {}, files: csv('p.csv', 'Phone,Station number,From,Until\n') }
    }, 'nested'),
  },
  'assignments.startImport': {
    'request.too-large': importTooLarge['request.too-large'],
  },
  'assignments.undoImport': {
    'thing.not-found': noSuch.ofParams,
    'import.undone': refusalCase(async (cast) => {
      const params = { id: await importedPlan(cast) }
      await cast.ana.call(assignments.undoImport, { params })
      return { params }
    }),
  },
  'assignments.copy': {
    'thing.not-found': refusalCase(() => ({ body: { electionId: unknownId } })),
    'import.refused': refusalCase(async (cast) => {
      const shift = ['0799', 'AB1', 1, '2026-12-06 05:00Z', '2026-12-06 06:00Z'] as const
      return { body: { electionId: await planElsewhere(cast, [shift]) } }
    }),
    'import.undoing': refusalCase(async (cast) => {
      await undoPlan(cast)
      return { body: { electionId: await planElsewhere(cast, []) } }
    }, 'nested'),
  },
  'assignments.setTarget': {
    'thing.changed-meanwhile': refusalCase(() => ({ body: { revision: 7, stations: [] } })),
    'target.unknown-stations': refusalCase(async ({ ana }) => {
      const { revision } = await ana.call(assignments.target, {})
      return { body: { revision, stations: [{ areaCode: 'AB1', pollingStationNumber: 999 }] } }
    }),
  },
  'calls.list': {
    'thing.not-found': refusalCase(() => ({ params: { observerId: unknownId } })),
  },
  'calls.log': {
    'thing.not-found': refusalCase(() => ({
      body: { observerId: unknownId, outcome: 'reached' },
    })),
  },
  'calls.undo': { 'thing.not-found': noSuch.ofParams },
  'telephone.answer': {
    'thing.not-found': refusalCase(() => reminderOf({ answers: [{ questionId: 1, options: [] }] })),
  },
  'telephone.inform': { 'thing.not-found': refusalCase(() => reminderOf({ urbanArea: true })) },
  'telephone.note': { 'thing.not-found': refusalCase(() => reminderOf({ text: 'Coadă' })) },
  'milestones.excuse': {
    'thing.changed-meanwhile': refusalCase(async (cast) => ({
      body: { ...(await changedSince(cast, 24)), reason: 'Bolnav' },
    })),
  },
  'milestones.unexcuse': {
    'thing.changed-meanwhile': refusalCase(async (cast) => ({
      body: await changedSince(cast, 25),
    })),
  },
  'milestones.add': {
    'thing.not-found': refusalCase(() => ({
      body: { ...arrival, kind: 'form', formId: unknownId },
    })),
  },
  'milestones.copy': {
    'thing.not-found': refusalCase(() => ({ body: { electionId: unknownId } })),
    'import.refused': refusalCase(async (cast) => ({
      body: { electionId: await milestoneElsewhere(cast, 'Z') },
    })),
  },
  'milestones.edit': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: { name: 'Altfel' } })),
    'thing.changed-meanwhile': refusalCase(changedMilestone),
  },
  'reminders.add': {
    'thing.not-found': refusalCase(() => ({
      body: { milestoneId: unknownId, minutes: -30, title: 'Termen', message: 'Se apropie' },
    })),
  },
  'hooks.add': {
    'thing.not-found': refusalCase(() => ({ body: { ...hook, ngoId: unknownId } })),
    'account.no-such-county': refusalCase(() => ({ body: { ...hook, countyCodes: ['XX'] } })),
    'hook.address-refused': refusalCase(() => ({
      body: { ...hook, address: 'https://127.0.0.1/' },
    })),
    'hook.too-many': refusalCase(async ({ ana }) => {
      for (let made = 0; made < mostHooks; made++) await ana.call(hooks.add, { body: hook })
      return { body: hook }
    }),
  },
  'hooks.turn': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: { isOn: true } })),
  },
  'hooks.rotate': { 'thing.not-found': noSuch.ofParams },
  'hooks.remove': { 'thing.not-found': noSuch.ofParams },
  'hooks.log': { 'thing.not-found': noSuch.ofParams },
  'hooks.test': { 'thing.not-found': noSuch.ofParams },
  'hooks.replay': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId, deliveryId: unknownId } })),
  },
  'reminders.remove': { 'thing.not-found': noSuch.ofParams },
  'reminders.restore': { 'thing.not-found': noSuch.ofParams },
  'milestones.remove': { 'thing.not-found': noSuch.ofParams },
  'milestones.restore': { 'thing.not-found': noSuch.ofParams },
}
