import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '#database/open.ts'

/** The installation's own secret, made on the first start and readable by its owner alone. */
export async function readSecret(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'secrets')
  const path = join(folder, 'secret')
  const draft = `${path}.${process.pid}`
  // Only ours is closed: the embedded database's own user must get into the folder above.
  await mkdir(dataDir, { recursive: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
    // Of several processes that start together one makes it, whole; the others read it.
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
