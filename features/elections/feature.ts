import type { Feature } from '#kit/contract/feature.ts'
import { elections } from './contract.ts'

export const feature: Feature = {
  name: 'elections',
  endpoints: { elections },
}
