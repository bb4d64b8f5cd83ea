import { accounts } from '#features/accounts/contract.ts'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { addressOf as pathOf } from '#kit/contract/wire.ts'
import { download } from '../calling/download.ts'
import { query } from '../cluster.ts'
import { addressOf, assignmentOf, municipalitiesOf, phoneOf } from '../data/shape.ts'
import { csv, importing } from './importing.ts'
import { type Act, callOf, type StaffContext } from './office.ts'

/** The longest delay of a report during an act on a whole plan, in milliseconds. */
const mostMs = 200
/** The longest time until it is counted, in seconds. */
const countedWithin = 5

/** The last milestone of `fillPlan`, which all assignments owe and none has fulfilled. */
const milestoneId = 6 as Id<'milestones'>
/** An organisation that does not run the election. */
const ngoId = 2 as Id<'ngos'>
/** The most that one call excuses. */
const excused = 1000

const deadlineMoved: Act = {
  what: 'a deadline of the whole plan moved',
  mostMs,
  countedWithin,
  prepare: async (office) => () =>
    callOf(office)(milestones.edit, {
      params: { id: milestoneId },
      body: { dueAt: new Date(Date.now() + 3_600_000).toISOString() } as never,
    }),
}

const excusing: Act = {
  what: 'a thousand assignments excused',
  mostMs,
  prepare: async (office) => {
    const rows = await query(office.url, `select id from assignments order by id limit ${excused}`)
    const assignmentIds = rows.map(({ id }) => id as Id<'assignments'>)
    return () =>
      callOf(office)(milestones.excuse, { body: { assignmentIds, reason: 'Drum închis' } })
  },
}

const switched = ['off', 'on'].map(
  (to): Act => ({
    what: `an organisation switched ${to}`,
    mostMs,
    prepare: async (office) => () =>
      callOf(office)(accounts.editNgo, {
        params: { id: ngoId },
        body: { isActive: to === 'on' } as never,
      }),
  }),
)

const exporting = (what: string, path: string): Act => ({
  what,
  mostMs,
  countedWithin,
  prepare:
    async ({ server, token }) =>
    () =>
      download(server.url + path, token),
})

const csvOf = { query: { format: 'csv', language: 'en' } } as const
const exported = [
  exporting('the plan exported', pathOf(assignments.export, csvOf)),
  exporting('who is expected exported', pathOf(milestones.export, csvOf)),
]

const planFile = ({ stage: { shape } }: StaffContext) =>
  csv([
    ['Phone', 'County code', 'Municipality code', 'Station number', 'From', 'Until'],
    ...Array.from({ length: shape.assignments }, (_, nth) => {
      const { observer, station } = assignmentOf(shape, nth)
      const { countyCode, municipalityCode, pollingStationNumber } = addressOf(station)
      const day = new Date().toISOString().slice(0, 10)
      return [
        phoneOf(observer),
        ...[countyCode, municipalityCode, pollingStationNumber],
        ...[`${day} 06:00`, `${day} 22:00`],
      ]
    }),
  ])

const imported: Act = {
  what: 'a plan imported into an election without one',
  mostMs,
  prepare: async (office) => {
    await query(
      office.url,
      `truncate assignments, imported_rows, excuses, expectations, expectation_counts, station_cover, cover_counts,
                reminded`,
    )
    return importing(assignments.startImport, planFile)(office)
  },
}

const stationsAdded: Act = {
  what: 'more stations imported than there were',
  mostMs,
  prepare: importing(places.startStationImport, ({ stage: { shape } }) =>
    csv([
      ['Municipality code', 'Number', 'Address'],
      ...Array.from({ length: Math.round(1.2 * shape.stations) }, (_, nth) => {
        const municipalities = municipalitiesOf(shape)
        const number = 101 + Math.floor(nth / municipalities)
        return [`M${(nth % municipalities) + 1}`, number, `Strada Nouă ${nth}`]
      }),
    ]),
  ),
}

/** Acts on an election with a plan. */
export const actsOnPlan: readonly Act[] = [
  deadlineMoved,
  excusing,
  ...switched,
  ...exported,
  imported,
  stationsAdded,
]
