import type { Feature } from '#kit/contract/feature.ts'
import { deployment } from './contract.ts'

export const feature: Feature = {
  name: 'deployment',
  endpoints: { deployment },
}
