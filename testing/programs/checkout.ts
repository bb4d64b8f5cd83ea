import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, inject, vi } from 'vitest'
import { isAlive } from '#database/embedded/processes.ts'
import { embeddedPid, programs } from './process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Process = { readonly pid: number; readonly parent: number; readonly command: string }

/** All descendants of a process. */
async function below(pid: number): Promise<readonly Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,ppid=,args='])
  const all = [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, own, parent, command = '']) => ({ pid: Number(own), parent: Number(parent), command }),
  )
  const found: Process[] = []
  let parents = [pid]
  while (parents.length > 0) {
    const children = all.filter(({ parent }) => parents.includes(parent))
    found.push(...children)
    parents = children.map((child) => child.pid)
  }
  return found
}

/** A command that starts and supervises a server, in a checkout, with its environment. */
type Starting = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

/** Checkouts for the tests of a file, and the processes started in them. */
export function checkouts() {
  const { folder, started, built } = programs()
  let undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of undo.reverse()) await step()
    undo = []
  })

  let place: string | undefined
  afterAll(async () => {
    if (place) await rm(place, { recursive: true, force: true })
  })

  /** Everything is installed and built there, as for `npm start`; the same for all tests of a file. */
  async function checkout(): Promise<string> {
    if (place) return place
    place = await mkdtemp(join(inject('builds'), 'checkout-'))
    for (const name of ['package.json', 'package-lock.json', 'exec.cmd', 'tools'])
      await cp(join(root, name), join(place, name), { recursive: true })
    await symlink(join(root, 'node_modules'), join(place, 'node_modules'), 'junction')
    await mkdir(join(place, 'dist'))
    await cp(built(), join(place, 'dist/server'), { recursive: true })
    // Everything is built already.
    await writeFile(join(place, 'tools/build.mjs'), '')
    return place
  }

  /** Starts it at a terminal of its own; returns the processes, once it serves. */
  async function begin({ command, args, cwd, environment }: Starting) {
    const child = spawn(command, args, {
      cwd,
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A terminal signals all processes of a group.
      detached: true,
    })
    const exited = once(child, 'close').then(([code]) => code as number | null)
    let output = ''
    const serving = new Promise<boolean>((resolve) => {
      const hear = (chunk: Buffer) => {
        output += chunk.toString()
        if (/^Veghe is at /m.test(output)) resolve(true)
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
    })
    const pid = child.pid ?? 0
    let all: readonly Process[] = []
    undo.push(async () => {
      for (const one of all) if (await isAlive(one.pid)) process.kill(one.pid, 'SIGKILL')
      child.kill('SIGKILL')
    })
    const isServing = await Promise.race([serving, exited])
    all = await below(pid)
    if (isServing !== true) throw new Error(`It did not start:\n${output}`)
    /** All of its processes that still run. */
    const left = async () => {
      const alive = await Promise.all(
        all.map(async (one) => ((await isAlive(one.pid)) ? [one] : [])),
      )
      return alive.flat().map(({ command }) => command)
    }
    /** How often it has printed its address, and the last one. */
    const places = () => [...output.matchAll(/^Veghe is at (\S+)$/gm)].map(([, url = '']) => url)
    /** It serves for the nth time: all processes running then. */
    const serves = async (times: number) => {
      await vi.waitFor(() => expect(places(), output).toHaveLength(times), { timeout: 60_000 })
      all = await below(pid)
      const { status } = await fetch(`${places().at(-1)}/health`)
      return { status, databasePid: await embeddedPid(environment['DATA_DIR'] ?? '') }
    }
    return { pid, exited, output: () => output, left, serves, all: () => all }
  }

  return { checkout, folder, started, begin }
}
