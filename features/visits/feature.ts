import type { Feature } from '#kit/contract/feature.ts'
import { visits } from './contract.ts'

export const feature: Feature = {
  name: 'visits',
  endpoints: { visits },
}
