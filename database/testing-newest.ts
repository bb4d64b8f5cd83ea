import { platformBinaries } from './embedded/platform-binaries.ts'
import { testingCluster } from './testing-cluster.ts'

/** Vitest's global setup of the leg on the PostgreSQL that we bring along. */
export const { setup, teardown } = testingCluster(platformBinaries)
