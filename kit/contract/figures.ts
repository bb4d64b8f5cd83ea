import * as z from 'zod'
import { live } from './live.ts'
import { instant } from './value/instant.ts'

/** Figures of an election were counted again: endpoints with `hasFigures` are worth another call. */
export const figuresChanged = live({ name: 'figures.changed', payload: z.object({}) })

const asOf = instant.describe('Everything up to this moment is in the figures.')

/** The reply of an endpoint with `hasFigures`: its handler leaves `asOf` out, and the server adds it. */
export const figures = <Shape extends z.ZodRawShape>(reply: z.ZodObject<Shape>) =>
  reply.extend({ asOf })

/** The header with it when the reply is an array. */
export const asOfHeader = 'x-as-of'
