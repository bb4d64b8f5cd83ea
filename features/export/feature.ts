import type { Feature } from '#kit/contract/feature.ts'
import { exports } from './contract.ts'

export const feature: Feature = {
  name: 'export',
  endpoints: { exports },
}
