import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '#database/failure.ts'

/** The installation's secret, created on the first start and readable only by its owner. */
export async function readSecret(dataDir: string): Promise<string> {
  await placeSecret(dataDir, randomBytes(48).toString('base64url'))
  return (await readFile(pathIn(dataDir), 'utf8')).trim()
}

/** The stored secret; undefined if there is none. */
export async function findSecret(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(pathIn(dataDir), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return undefined
  }
}

/** Sets the installation's secret, unless it has one. */
export async function placeSecret(dataDir: string, secret: string): Promise<void> {
  const path = pathIn(dataDir)
  const draft = `${path}.${process.pid}`
  // Only ours is closed: the embedded database's own user must get into the folder above.
  await mkdir(dataDir, { recursive: true })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(draft, secret, { mode: 0o600, flush: true })
    // If several processes start together, one creates the secret atomically; the others read it.
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'secrets', 'secret')
