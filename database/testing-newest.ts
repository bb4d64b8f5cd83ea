import { platformBinaries } from './embedded/platform-binaries.ts'
import { testingCluster } from './testing-cluster.ts'

/** Vitest's global setup of the leg on the bundled PostgreSQL. */
export const { setup, teardown } = testingCluster(platformBinaries)
