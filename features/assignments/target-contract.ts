import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { closed } from '#kit/contract/value/closed.ts'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { filledLine } from '#kit/contract/value/text.ts'

/** How many stations a target names at most; with more, nearly all are meant. */
export const mostOfTarget = 20_000

/** A polling station by the code of its county, or of the area that it is in, and its number. */
export const StationCode = z.object({
  areaCode: filledLine(40, 'code').meta({ examples: ['CJ'] }),
  pollingStationNumber: whole(1, largestInteger).meta({ examples: [12] }),
})
export type StationCode = z.output<typeof StationCode>

const stations = z.array(closed(StationCode)).max(mostOfTarget)

/** The stations that an election's shares of coverage are of. */
export const targetEndpoints = {
  target: endpoint({
    method: 'GET',
    path: '/api/v1/assignment/target',
    access: 'set-up',
    summary: 'Answers with the stations that shares of coverage are of',
    reply: z.object({
      revision: z.int().describe('0 where none was ever named.'),
      stations: z
        .array(StationCode)
        .describe('None, and none is deleted: shares are of all stations.'),
      deleted: z
        .int()
        .describe(
          'How many more are of it once they are brought back; a list that is sent drops them.',
        ),
    }),
  }),
  setTarget: endpoint({
    method: 'PUT',
    path: '/api/v1/assignment/target',
    access: 'set-up',
    summary: 'Names the stations that shares of coverage are of; answers with the new revision',
    description:
      'The whole list replaces the former one; an empty one means all stations. One unknown station refuses the list. The former list, sent again, undoes it.',
    body: closed(
      z.object({
        revision: z.int().describe('The one that the caller began from.'),
        stations,
      }),
    ),
    reply: z.object({ revision: z.int() }),
    problems: ['thing.changed-meanwhile', 'target.unknown-stations'],
  }),
}
