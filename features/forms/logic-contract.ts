import * as z from 'zod'
import { line } from '#kit/contract/value/text.ts'

/** No condition or check is longer, so that none takes long to read. */
export const mostSigns = 500

const expression = line(mostSigns).meta({ examples: ['A2 <= station.voters'] })
const message = line(500).meta({ examples: ['Sunt mai mulți decât alegătorii înscriși.'] })

/** What must hold of the answers, tested once its question is answered; a report that fails it is stored all the same. */
export const Check = z.object({
  expression,
  severity: z.enum(['warning', 'error']).describe('A report with a failed `error` is marked.'),
  message: z.object({ ro: message, en: message }),
})
export type Check = z.output<typeof Check>

/** The condition of a section or question. */
export const ShownIf = line(mostSigns)
  .meta({ examples: ['A1 = "Nu"'] })
  .describe('Shown when this holds; empty: always. A draft without it keeps the stored one.')

export const Checks = z
  .array(Check)
  .max(20)
  .describe('Of the answer, and of earlier ones. A draft without them keeps the stored ones.')
