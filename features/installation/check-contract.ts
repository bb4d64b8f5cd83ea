import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { checkNames, checkStates, type Finding, findings } from './domain.ts'

/** The result of one check of the installation. */
const Check = z.object({
  check: z.enum(checkNames),
  state: z.enum(checkStates),
  finding: z
    .enum(Object.keys(findings) as [Finding, ...Finding[]])
    .describe('What was found, by its name: the screens have the words.'),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .meta({ examples: [{ version: '18.4' }] })
    .describe('The figures and names that belong to the words.'),
})
export type Check = z.output<typeof Check>

/** Apart from `contract.ts`, which every screen loads. */
export const serverChecks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/installation/checks',
    access: 'set-up',
    importance: 'statistics',
    summary: 'Checks settings, database, machine, mail, public address and backups of this server',
    description:
      'It contacts only what the server’s own settings name, each for five seconds at most.',
    reply: z.array(Check),
  }),
}
