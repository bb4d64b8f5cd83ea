import type { Feature } from '#kit/contract/feature.ts'
import { places } from './contract.ts'

export const feature: Feature = {
  name: 'places',
  endpoints: { places },
}
