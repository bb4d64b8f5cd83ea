import { counting } from './counting.ts'
import { opening } from './opening.ts'
import { quickCount } from './quick-count.ts'
import type { Template } from './template.ts'
import { turnout } from './turnout.ts'
import { voting } from './voting.ts'

/** The forms to start from, in the order of an election day. */
export const templates: readonly Template[] = [opening, voting, turnout, counting, quickCount]
