import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the statements that succeeded on the newest PostgreSQL, a file for each worker. */
    statementsFolder: string
  }
}

// The leg that records and the one that reads are set up by the same process.
const folder = join(tmpdir(), `veghe-statements-${process.pid}`)

export async function setup(project: TestProject): Promise<void> {
  await mkdir(folder, { recursive: true })
  project.provide('statementsFolder', folder)
}

export const teardown = () => rm(folder, { recursive: true, force: true })
