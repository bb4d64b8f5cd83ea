import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serverFlags } from '../tools/server-flags.mjs'
import { password, secret } from './data/people.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A server as people run it, in one process of its own. */
export type RunningServer = {
  readonly url: string
  readonly pid: number
  /** Resolves with the exit code when it is gone, for any reason. */
  readonly exited: Promise<number | null>
  /** SIGTERM; resolves when it is gone. */
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
}

/** A separate build of the server. */
export type Built = {
  /** The folder with its programs. */
  readonly folder: string
  /** Builds the web app where the server looks for it; only once. */
  buildWeb(): Promise<void>
  remove(): Promise<void>
}

/** Builds the server as `npm start` does; the web app only on request. */
export async function buildServer(): Promise<Built> {
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  const place = await mkdtemp(join(root, 'node_modules/.cache/veghe-bench-'))
  const [folder, web] = [join(place, 'server'), join(place, 'web')]
  run('tools/build.mjs', folder)
  let building: Promise<void> | undefined
  return {
    folder,
    buildWeb: () => {
      building ??= Promise.resolve(
        run('node_modules/vite/bin/vite.js', 'build', '--outDir', web, '--logLevel', 'error'),
      )
      return building
    },
    remove: () => rm(place, { recursive: true, force: true }),
  }
}

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root })
  if (status !== 0) throw new Error(stderr.toString())
}

/** Runs another of the built programs on a database; rejects with its output when it fails. */
export async function runProgram(
  folder: string,
  program: string,
  args: readonly string[],
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    DATABASE_URL: databaseUrl,
    SECRET: secret,
    ...environment,
  }
  await promisify(execFile)(process.execPath, [join(folder, `${program}.js`), ...args], { env })
}

/** Starts a built server on a database; rejects with its output when it exits instead. */
export async function startServer(
  folder: string,
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veghe-bench-server-'))
  const child = spawn(process.execPath, [...serverFlags, join(folder, 'main.js')], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      PORT: '0',
      WORKERS: '1',
      DEMO: 'off',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET: secret,
      ADMIN_ACCOUNT: 'admin',
      ADMIN_PASSWORD: password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const serving = new Promise<string>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const [, url] = /^Veghe is at (\S+)$/m.exec(said) ?? []
      if (url) resolve(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const url = await Promise.race([serving, exited])
  if (typeof url !== 'string') throw new Error(`The server did not start:\n${said}`)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    pid: child.pid ?? 0,
    exited,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
