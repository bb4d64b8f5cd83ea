import * as z from 'zod'

/** What an account may have to do before anything else, in order of precedence. */
export const Duty = z.enum(['choose-password', 'set-up-factor'])
export type Duty = z.output<typeof Duty>
