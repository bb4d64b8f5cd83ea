import * as z from 'zod'

/** What somebody may have to do before anything else: what comes first stands first. */
export const Duty = z.enum(['choose-password', 'set-up-factor'])
export type Duty = z.output<typeof Duty>
