import type { Feature } from '#kit/contract/feature.ts'
import { unplaced } from './contract.ts'

export const feature: Feature = {
  name: 'unplaced',
  endpoints: { unplaced },
}
