import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The folder of our built programs: two workers may ask at the same moment. */
export function buildOnce(builds: string): string {
  const built = join(builds, 'server')
  if (existsSync(built)) return built
  const own = mkdtempSync(join(builds, 'own-'))
  const builder = spawnSync(process.execPath, ['tools/build.mjs', own], { cwd: root })
  if (builder.status !== 0) throw new Error(builder.stderr.toString())
  try {
    renameSync(own, built)
  } catch (error) {
    if (!existsSync(built)) throw error
  }
  return built
}
