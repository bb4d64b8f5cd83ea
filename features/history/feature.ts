import type { Feature } from '#kit/contract/feature.ts'
import { history } from './contract.ts'

export const feature: Feature = {
  name: 'history',
  endpoints: { history },
}
