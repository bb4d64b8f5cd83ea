import { answers } from '#features/answers/contract.ts'
import { assignments } from '#features/assignments/contract.ts'
import { map } from '#features/map/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { situation } from '#features/situation/contract.ts'
import { stations } from '#features/stations/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { httpCall } from '../calling/loading.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { assignmentOf, counties, type Shape } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { againstBare, type ComparedRead, compareReads, type Read } from './reads.ts'

/** How many at once ask something else. */
const questions = 16
/** The longest that a screen waits. */
const mostMs = 100

/** The screens of deployment, each with sixteen different concurrent queries. */
export async function measureDeployment(stage: Stage): Promise<Figure[]> {
  const url = await stage.copyPlanned()
  const compared = await compareReads(stage, url, readsOf(stage.shape, await signInStaff(url)))
  return compared.flatMap((one) => [againstBare(12, one), waiting(one)])
}

const waiting = ({ what, ours }: ComparedRead): Figure => ({
  number: 12,
  what: `${what}: p99`,
  value: ours.p99,
  unit: 'ms',
  most: mostMs,
})

/** The calls of each screen. */
function readsOf(shape: Shape, token: string): Read[] {
  const each = (call: (nth: number) => string) =>
    Array.from({ length: questions }, (_, nth) => call(nth))
  const countyOf = (nth: number) => ((nth % counties) + 1) as Id<'areas'>
  const params = (nth: number) => {
    const { station } = assignmentOf(shape, Math.floor((nth / questions) * shape.assignments))
    return { pollingStationId: (station + 1) as Id<'pollingStations'> }
  }
  // As the page of the deployment asks for it.
  const expected = (query: object) =>
    httpCall(milestones.expected, { query: { ...query, pageSize: 50 } }, token)
  const pageSize = 50
  const pageOf = (nth: number) =>
    Math.max(1, Math.floor((nth * shape.assignments) / (pageSize * (questions - 1))))
  const planned = (page: number) =>
    httpCall(assignments.list, { query: { page, pageSize } as never }, token)
  return [
    {
      what: 'deployment by county',
      calls: [httpCall(milestones.deployment, { query: {} }, token)],
    },
    {
      what: 'deployment in a county',
      calls: each((nth) =>
        httpCall(milestones.deployment, { query: { areaId: countyOf(nth) } }, token),
      ),
    },
    // As the page of the plan asks for it: from its first page to its last.
    { what: 'plan, its pages', calls: each((nth) => planned(pageOf(nth))) },
    {
      what: 'observers to call first',
      calls: each((nth) => expected({ order: 'call', page: nth + 1 })),
    },
    {
      what: 'observers to call first in a county',
      calls: each((nth) => expected({ order: 'call', areaId: countyOf(nth) })),
    },
    {
      what: 'list of the late',
      calls: each((nth) => expected({ state: 'late', milestoneId: 1, page: nth + 1 })),
    },
    {
      what: 'list of the late in a county',
      calls: each((nth) => expected({ state: 'late', areaId: countyOf(nth) })),
    },
    {
      what: 'station page, its visits',
      calls: each((nth) => httpCall(stations.visits, { params: params(nth) }, token)),
    },
    { what: 'station page, its plan', calls: each((nth) => expected(params(nth))) },
    {
      what: 'station page, messages and election before',
      calls: [
        ...each((nth) =>
          httpCall(
            stations.messages,
            { params: params(nth), query: { page: 1, pageSize: 5 } },
            token,
          ),
        ),
        ...each((nth) => httpCall(stations.before, { params: params(nth) }, token)),
      ],
    },
    { what: 'situation room', calls: [httpCall(situation.read, {}, token)] },
    { what: 'what waits now', calls: [httpCall(situation.now, {}, token)] },
    {
      what: 'unseen reports',
      calls: [
        httpCall(
          answers.list,
          { query: { urgent: true, unseen: true, page: 1, pageSize: 5 } },
          token,
        ),
      ],
    },
    {
      what: 'coverage in a county',
      calls: each((nth) =>
        httpCall(assignments.areas, { query: { areaId: countyOf(nth) } }, token),
      ),
    },
    { what: 'map, counties', calls: [httpCall(map.areas, { query: {} }, token)] },
    {
      what: 'map, stations of a county',
      calls: each((nth) => httpCall(map.stations, { query: { countyId: countyOf(nth) } }, token)),
    },
  ]
}
