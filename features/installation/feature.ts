import type { Feature } from '#kit/contract/feature.ts'
import { serverChecks } from './check-contract.ts'
import { installation } from './contract.ts'

export const feature: Feature = {
  name: 'installation',
  endpoints: { installation, serverChecks },
}
