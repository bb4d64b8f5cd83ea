import type { Feature } from '#kit/contract/feature.ts'
import { answers } from './contract.ts'

export const feature: Feature = {
  name: 'answers',
  endpoints: { answers },
}
