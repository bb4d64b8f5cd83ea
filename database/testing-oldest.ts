import { oldestBinaries } from './embedded/oldest.ts'
import { testingCluster } from './testing-cluster.ts'

/** Vitest's global setup of the leg on the oldest supported PostgreSQL. */
export const { setup, teardown } = testingCluster(oldestBinaries)
