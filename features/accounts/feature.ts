import type { Feature } from '#kit/contract/feature.ts'
import { accounts } from './contract.ts'

export const feature: Feature = {
  name: 'accounts',
  endpoints: { accounts },
}
