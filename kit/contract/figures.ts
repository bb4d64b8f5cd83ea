import * as z from 'zod'
import { live } from './live.ts'

/** Figures of an election were counted again: endpoints with `hasFigures` are worth another call. */
export const figuresChanged = live({ name: 'figures.changed', payload: z.object({}) })
