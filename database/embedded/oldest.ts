import { execFile } from 'node:child_process'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const oldest = 15

/**
 * The folder with the programs of the oldest PostgreSQL we support, for tests. On Debian and as root it is
 * installed if missing, without the cluster that Debian would start; otherwise rejects with one line that
 * says how to install it.
 */
export async function oldestBinaries(): Promise<string> {
  const found = (await findDebian()) ?? (await findByConfig())
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && (await isThere('/usr/bin/apt-get'))) await installDebian()
  const installed = await findDebian()
  if (installed !== undefined) return installed
  throw new Error(
    `PostgreSQL ${oldest} is missing: install it (Debian: apt-get install postgresql-${oldest}, ` +
      `macOS: brew install postgresql@${oldest}) and put its pg_config on the PATH`,
  )
}

async function findDebian(): Promise<string | undefined> {
  const folder = `/usr/lib/postgresql/${oldest}/bin`
  return (await isThere(join(folder, 'initdb'))) ? folder : undefined
}

async function findByConfig(): Promise<string | undefined> {
  const version = await run('pg_config', ['--version']).catch(() => undefined)
  if (!version?.stdout.startsWith(`PostgreSQL ${oldest}.`)) return undefined
  const folder = (await run('pg_config', ['--bindir'])).stdout.trim()
  // pg_config comes with the client's headers too: the server may still be missing.
  return (await isThere(join(folder, 'initdb'))) ? folder : undefined
}

async function installDebian(): Promise<void> {
  await mkdir('/etc/postgresql-common', { recursive: true })
  await writeFile('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n', {
    flag: 'wx',
  }).catch(() => undefined)
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', `postgresql-${oldest}`], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    })
  } catch {
    // Another release may not have this version: the caller says what to do.
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
