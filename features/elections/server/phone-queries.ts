import * as z from 'zod'
import { id } from '#kit/contract/id.ts'
import { job } from '#kit/server/jobs.ts'

/** Reads the phones of an election's observers that were not read in its home country yet. */
export const readPhones = job({
  name: 'observers.read-phones',
  payload: z.object({ electionId: id('elections') }),
  tries: 6,
})
