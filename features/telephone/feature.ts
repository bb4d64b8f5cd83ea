import type { Feature } from '#kit/contract/feature.ts'
import { telephone } from './contract.ts'

export const feature: Feature = { name: 'telephone', endpoints: { telephone } }
