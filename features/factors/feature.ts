import type { Feature } from '#kit/contract/feature.ts'
import { factors } from './contract.ts'

export const feature: Feature = {
  name: 'factors',
  endpoints: { factors },
}
