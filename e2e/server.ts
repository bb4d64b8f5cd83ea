import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findEmbedded } from '#database/embedded/embedded.ts'
import { restoreFixture } from './fixtures.ts'

export const organiser = { user: 'ana', password: 'parola lui Ana' } as const

export type RunningServer = {
  readonly url: string
  /** The folder of attachments. */
  readonly attachments: string
  /** The URL of its database. */
  databaseUrl(): Promise<string>
  /** Kills it as a power cut would, and restarts it at the same URL. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The command of one of our programs: as built, or from its source where nothing was built. */
function program(name: string): string[] {
  const built = `dist/server/${name}.js`
  return existsSync(built) ? [built] : ['--import', 'tsx', `apps/server/${name}.ts`]
}

/** The server's initial data: the small election, or the demonstration that comes with it, small or whole. */
export type Beginning = 'small election' | 'demonstration' | 'whole demonstration'

const demonstrations: Readonly<Record<Beginning, string>> = {
  'small election': 'off',
  demonstration: 'small',
  'whole demonstration': 'on',
}

/** A separate server, with its own election. */
export async function startServer(
  beginning: Beginning = 'small election',
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-e2e-'))
  // PostgreSQL refuses to run as root, so another user must have access.
  await chmod(folder, 0o755)
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    DEMO: demonstrations[beginning],
    WORKERS: '1',
    // Receivers of web hooks run beside the stories.
    WEBHOOK_PRIVATE_NETWORKS: 'on',
    ADMIN_ACCOUNT: organiser.user,
    ADMIN_PASSWORD: organiser.password,
    ...settings,
  }
  const start = (port: string) =>
    spawn(process.execPath, program('main'), {
      env: { ...env, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  await restoreFixture(beginning, env.DATA_DIR, async () => {
    if (beginning === 'small election')
      return promisify(execFile)(process.execPath, [...program('load'), 'e2e/election'], { env })
    const first = start('0')
    await addressOf(first)
    return end(first, 'SIGTERM')
  })
  let child = start('0')
  const url = await addressOf(child)
  return {
    url,
    attachments: join(env.DATA_DIR, 'attachments'),
    databaseUrl: async () => {
      const found = await findEmbedded(env.DATA_DIR)
      if (!found) throw new Error('The database does not run')
      return found
    },
    restart: async () => {
      await end(child, 'SIGKILL')
      child = start(new URL(url).port)
      await addressOf(child)
    },
    stop: async () => {
      await end(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  child.kill(signal)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** The URL that the server prints once it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server’s output cannot be read')
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/[\w.]+:\d+/.exec(line) ?? []
    if (url) {
      child.stdout.resume()
      return url
    }
  }
  throw new Error('The server did not start')
}
