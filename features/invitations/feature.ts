import type { Feature } from '#kit/contract/feature.ts'
import { invitations } from './contract.ts'

export const feature: Feature = {
  name: 'invitations',
  endpoints: { invitations },
}
