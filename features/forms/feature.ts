import type { Feature } from '#kit/contract/feature.ts'
import { forms } from './contract.ts'

export const feature: Feature = {
  name: 'forms',
  endpoints: { forms },
}
