import type { Feature } from '#kit/contract/feature.ts'
import { observers } from './contract.ts'

export const feature: Feature = {
  name: 'observers',
  endpoints: { observers },
}
