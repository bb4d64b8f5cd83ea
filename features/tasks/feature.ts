import type { Feature } from '#kit/contract/feature.ts'
import { tasks } from './contract.ts'

export const feature: Feature = {
  name: 'tasks',
  endpoints: { tasks },
}
