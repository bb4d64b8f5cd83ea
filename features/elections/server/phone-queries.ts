import * as z from 'zod'
import { id } from '#kit/contract/value/id.ts'
import { job } from '#kit/server/jobs/jobs.ts'

/** Parses the phones of an election's observers that were not yet read in its home country. */
export const readPhones = job({
  name: 'observers.read-phones',
  payload: z.object({ electionId: id('elections') }),
  tries: 6,
})
