import type { Feature } from '#kit/contract/feature.ts'
import { notes } from './contract.ts'

export const feature: Feature = {
  name: 'notes',
  endpoints: { notes },
}
