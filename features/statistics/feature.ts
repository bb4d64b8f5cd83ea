import type { Feature } from '#kit/contract/feature.ts'
import { statistics } from './contract.ts'

export const feature: Feature = {
  name: 'statistics',
  endpoints: { statistics },
}
