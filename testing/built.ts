import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder where our programs are built on first use, for all of a leg. */
    builds: string
  }
}

const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))

let folder: string | undefined

/** Vitest's global setup: in the checkout, because some packages are not bundled. */
export async function setup(project: TestProject): Promise<void> {
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'veghe-'))
  project.provide('builds', folder)
}

export async function teardown(): Promise<void> {
  if (folder) await rm(folder, { recursive: true, force: true })
}
