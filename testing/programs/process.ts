import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { isPostgresOn, readPostmaster, stopLeftover } from '#database/embedded/postmaster.ts'
import { canReach, serverUser } from '#database/embedded/server-user.ts'
import type {} from '../built.ts'
import { buildNewerVersion, type FilesByName } from '../newer-version.ts'
import { buildOnce } from './build-once.ts'

/** The server as people run it: a process of its own. */
export type Program = {
  /** The URL it prints. */
  readonly url: string
  readonly pid: number
  /** Its output so far, on either stream. */
  output(): string
  /** Resolves with the exit code when it is gone; null after a signal. */
  readonly exited: Promise<number | null>
  /** SIGKILL, to this process alone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>
}

/** A server that has not printed its URL yet. */
export type StartingProgram = Omit<Program, 'url'> & { readonly serving: Promise<string> }

export type Programs = {
  /** The folder of the built programs. */
  built(): string
  /** A folder for DATA_DIR, which does not exist yet. */
  folder(): Promise<string>
  /**
   * A folder after a first start, and the output of that start. One start per file and environment: creating a database
   * takes four times as long as starting a server on it.
   */
  started(environment: Environment): Promise<StartedBefore>
  /** Starts a server; rejects with its output when it exits instead of serving. */
  start(environment: Environment): Promise<Program>
  /** Starts a server without waiting for it. */
  launch(environment: Environment): StartingProgram
  /** A later version, with additional migrations and functions: as `launch` for this one. */
  later(
    migrations: FilesByName,
    functions?: FilesByName,
  ): Promise<(given: Environment) => StartingProgram>
  /** Runs another of our programs to its end; rejects when it fails. Resolves with its output. */
  run(name: OtherProgram, args: readonly string[], environment: Environment): Promise<string>
  /** The same for one that should fail: its exit code and output. */
  fail(name: OtherProgram, args: readonly string[], environment: Environment): Promise<Ending>
  /** Runs one of them at a terminal. */
  sit(name: OtherProgram, args: readonly string[], environment: Environment): TerminalProgram
  /** Starts a server that should refuse to: its exit code and output. */
  refuse(environment: Environment): Promise<Ending>
}

export type StartedBefore = { readonly DATA_DIR: string; readonly output: string }

/** A program at a terminal: its output so far, and a function to type. */
export type TerminalProgram = Pick<Program, 'output' | 'exited'> & { type(line: string): void }

type OtherProgram = 'backup' | 'doctor' | 'load' | 'recount' | 'rehearse' | 'restore' | 'verify'

type Ending = { readonly code: number | null; readonly output: string }

type Environment = Readonly<Record<string, string>>

/** None of the tests' own environment; a free port and one process, unless a test asks for more. */
const ours = { PATH: '/usr/local/bin:/usr/bin:/bin', PORT: '0', WORKERS: '1' }

/** When the things of a test end: `afterEach`, or `afterAll` for those that all tests of a file share. */
export type Ends = (end: () => Promise<void>) => void

/**
 * Builds the server as `npm start` does, unless another test file has, and starts it on request. Whatever is
 * left running, the database included, ends with the tests.
 */
export function programs(ends: Ends = afterEach): Programs {
  let built = ''
  let folders: string[] = []
  let children: ChildProcess[] = []
  let copies: string[] = []
  const startedBefore = new Map<string, Promise<StartedBefore>>()
  beforeAll(() => {
    built = buildOnce(inject('builds'))
  })
  ends(async () => {
    for (const child of children) await end(child)
    for (const folder of folders) {
      await stopLeftover('', join(folder, 'data', 'postgres', 'data'))
      await rm(folder, { recursive: true, force: true })
    }
    for (const copy of copies) await rm(copy, { recursive: true, force: true })
    folders = []
    children = []
    copies = []
  })
  afterAll(async () => {
    for (const one of startedBefore.values())
      await rm(dirname((await one).DATA_DIR), { recursive: true, force: true })
    startedBefore.clear()
  })

  const spawnFrom = (file: string, args: readonly string[], environment: Environment) => {
    const child = spawn(process.execPath, [file, ...args], {
      env: { ...ours, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    return watch(child)
  }
  const spawnOne = (name: string, args: readonly string[], environment: Environment) =>
    spawnFrom(join(built, `${name}.js`), args, environment)
  const sit = (
    name: string,
    args: readonly string[],
    environment: Environment,
  ): TerminalProgram => {
    const words = [process.execPath, join(built, `${name}.js`), ...args]
    const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    // It creates a terminal, and passes on input and exit code.
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env: { ...ours, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    children.push(child)
    const { output, exited } = watch(child)
    return { output, exited, type: (line) => void child.stdin?.write(`${line}\n`) }
  }
  const launch = (environment: Environment) => spawnOne('main', [], environment)
  const endingOf = async (program: ReturnType<typeof launch>) => ({
    code: await program.exited,
    output: program.output(),
  })
  const start = async (environment: Environment) => {
    const program = launch(environment)
    const url = await Promise.race([program.serving, program.exited])
    if (typeof url !== 'string') throw new Error(`It did not start:\n${program.output()}`)
    return { ...program, url }
  }
  const newFolder = async () => {
    const base = (await canReach(await serverUser(''), tmpdir())) ? tmpdir() : '/tmp'
    const folder = await mkdtemp(join(base, 'veghe-program-'))
    await chmod(folder, 0o755)
    return join(folder, 'data')
  }
  const folder = async () => {
    const data = await newFolder()
    folders.push(dirname(data))
    return data
  }
  const startFirst = async (environment: Environment) => {
    const DATA_DIR = await newFolder()
    const first = await start({ ...environment, DATA_DIR })
    await first.stop()
    return { DATA_DIR, output: first.output() }
  }
  return {
    built: () => built,
    launch,
    sit,
    start,
    folder,
    started: async (environment) => {
      const key = JSON.stringify(environment)
      const first = startedBefore.get(key) ?? startFirst(environment)
      startedBefore.set(key, first)
      const { DATA_DIR, output } = await first
      const own = await folder()
      // With their owners: the database's files are another user's.
      await promisify(execFile)('cp', ['-a', DATA_DIR, own])
      return { DATA_DIR: own, output }
    },
    later: async (migrations, functions) => {
      const copy = await buildNewerVersion(built, migrations, functions)
      copies.push(copy)
      return (environment) => spawnFrom(join(copy, 'main.js'), [], environment)
    },
    run: async (name, args, environment) => {
      const { code, output } = await endingOf(spawnOne(name, args, environment))
      if (code !== 0) throw new Error(`It ended with ${code}:\n${output}`)
      return output
    },
    fail: (name, args, environment) => endingOf(spawnOne(name, args, environment)),
    refuse: (environment) => endingOf(launch(environment)),
  }
}

function watch(child: ChildProcess) {
  let text = ''
  const serving = new Promise<string>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString()
      const [, url] = /^Veghe is at (\S+)$/m.exec(text) ?? []
      if (url) resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
  })
  // Not 'exit': its last output may still be on its way then.
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const signal = async (name: 'SIGKILL' | 'SIGTERM') => {
    child.kill(name)
    return exited
  }
  return {
    pid: child.pid ?? 0,
    output: () => text,
    serving,
    exited,
    kill: async () => {
      await signal('SIGKILL')
    },
    stop: () => signal('SIGTERM'),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The process id of the database that a server runs in its DATA_DIR; undefined when none does. */
export async function embeddedPid(dataDir: string): Promise<number | undefined> {
  const data = join(dataDir, 'postgres', 'data')
  const found = await readPostmaster(data)
  return found && (await isPostgresOn(found.pid, data)) ? found.pid : undefined
}
