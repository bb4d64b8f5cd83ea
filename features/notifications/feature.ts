import type { Feature } from '#kit/contract/feature.ts'
import { notifications } from './contract.ts'

export const feature: Feature = {
  name: 'notifications',
  endpoints: { notifications },
}
