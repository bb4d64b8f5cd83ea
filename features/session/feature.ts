import type { Feature } from '#kit/contract/feature.ts'
import { session } from './contract.ts'

export const feature: Feature = {
  name: 'session',
  endpoints: { session },
}
