import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { line } from '#kit/contract/value/text.ts'
import { BriefIncident, incidentsPath, oneIncident as params } from './incident-contract.ts'

const path = `${incidentsPath}/:id` as const

export const mergingEndpoints = {
  listTargets: endpoint({
    method: 'GET',
    path: `${path}/merge-targets`,
    access: 'review',
    summary: 'Lists incidents that an incident could be merged into',
    description: 'At most 20 of its organisation; those of the same place first, then open ones.',
    params,
    query: z.object({
      search: personal(
        line(200)
          .default('')
          .meta({ examples: ['urnă'] })
          .describe('A number, or a part of the title.'),
      ),
    }),
    reply: z.array(BriefIncident),
    problems: ['thing.not-found'],
  }),
  merge: endpoint({
    method: 'POST',
    path: `${path}/merge`,
    access: 'review',
    summary: 'Merges an incident into another one of its organisation',
    description:
      'Its reports and comments are shown with the other. It leaves lists and counts and cannot be changed; its number leads to the other. Merging it again changes nothing; parting undoes it.',
    params,
    body: z.object({ into: BriefIncident.shape.id }),
    reply: z.object({}),
    problems: ['thing.not-found', 'incident.merged'],
  }),
  part: endpoint({
    method: 'POST',
    path: `${path}/part`,
    access: 'review',
    summary: 'Splits a merged incident from its merge target',
    description:
      'It has its own reports and comments again. Those that the other got meanwhile stay there. Parting it again changes nothing.',
    params,
    reply: z.object({}),
    problems: ['thing.not-found'],
  }),
}
