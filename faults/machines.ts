import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { becomesTrue } from '#database/embedded/postmaster.ts'
import {
  canReach,
  giveFolder,
  type ServerUser,
  serverUser,
} from '#database/embedded/server-user.ts'
import { signalProcesses } from './signal-processes.ts'

/** A simulated machine: a loopback address of this one, and a folder. */
export type Machine = { readonly name: Name; readonly address: string; readonly folder: string }

const names = ['one', 'two', 'three', 'balancer'] as const
type Name = (typeof names)[number]

export type Machines = Readonly<Record<Name, Machine>> & {
  /** Starts its services as a boot would: etcd, and Patroni where it has the database. */
  start(machine: Machine): Promise<void>
  /** The roles, once one of the two is the primary with synchronous commits to the other. */
  roles(): Promise<Roles>
  /** Promotes the replica, as for maintenance of the other. */
  switchOver(roles: Roles): Promise<void>
  /** Stops all, and removes the folders. */
  stop(): Promise<void>
}

export type Roles = { readonly primary: Machine; readonly replica: Machine }

export const passwords = {
  SUPERUSER_PASSWORD: 'faults-superuser',
  REPLICATION_PASSWORD: 'faults-replication',
  CONTROL_PASSWORD: 'faults-control',
}

const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  patronictl: '/usr/bin/patronictl',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
}
const packages = 'postgresql-15 patroni python3-etcd etcd-server haproxy'
const samples = new URL('../deploy/', import.meta.url)

/** Starts only the balancer. Rejects with the packages that are missing. */
export async function openMachines(): Promise<Machines> {
  refuseWithoutPrograms()
  const user = await serverUser('')
  const base = (await canReach(user, tmpdir())) ? tmpdir() : '/tmp'
  const root = await mkdtemp(join(base, 'veghe-failover-'))
  await chmod(root, 0o755)
  // All of 127.0.0.0/8 is this machine, on Linux. Two concurrent runs hardly ever collide.
  const net = `127.${16 + Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 256)}`
  const all = Object.fromEntries(
    names.map((name, at) => [
      name,
      { name, address: `${net}.${11 + at}`, folder: join(root, name) },
    ]),
  ) as Record<Name, Machine>
  const values = {
    ...passwords,
    ONE: all.one.address,
    TWO: all.two.address,
    THREE: all.three.address,
    BALANCER: all.balancer.address,
    NETWORK: '127.0.0.0/8',
  }
  for (const machine of Object.values(all)) await lay(machine, values, user)
  const start = async (machine: Machine) => {
    const environment = await readFile(join(machine.folder, 'etcd.env'), 'utf8')
    await run(machine, user, [programs.etcd], readEnvironment(environment))
    if (machine.name !== 'three') await run(machine, user, [programs.patroni, 'patroni.yml'])
  }
  await run(all.balancer, user, [programs.haproxy, '-db', '-f', 'haproxy.cfg'])
  return {
    ...all,
    start,
    roles: () => findRoles(all),
    switchOver: async ({ primary, replica }) => {
      const order = ['--leader', primary.name, '--candidate', replica.name, '--force']
      const args = ['-c', 'patroni.yml', 'switchover', 'veghe', ...order]
      const options = { ...user, cwd: replica.folder, env: plain }
      await promisify(execFile)(programs.patronictl, args, options)
    },
    stop: async () => {
      for (const machine of Object.values(all)) await signalProcesses(machine.folder, 'SIGKILL')
      await rm(root, { recursive: true, force: true })
    },
  }
}

const plain = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }

/** Writes a machine's settings, from the published samples. */
async function lay(
  { name, address, folder }: Machine,
  values: Readonly<Record<string, string>>,
  user: ServerUser | undefined,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const own: Record<string, string> = { ...values, NAME: name, ADDRESS: address, FOLDER: folder }
  for (const sample of ['etcd.env', 'patroni.yml', 'haproxy.cfg']) {
    const text = await readFile(new URL(sample, samples), 'utf8')
    const filled = text.replace(/\$\{([A-Z_]+)\}/g, (_, key: string) => {
      const value = own[key]
      if (value === undefined) throw new Error(`Nothing is known of ${key} in ${sample}`)
      return value
    })
    await writeFile(join(folder, sample), filled, { mode: 0o600 })
  }
  await giveFolder(folder, user)
}

function readEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

async function run(
  { folder }: Machine,
  user: ServerUser | undefined,
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const log = await open(join(folder, 'log'), 'a', 0o600)
  const child = spawn(program, args, {
    ...user,
    cwd: folder,
    env: { ...plain, ...environment },
    stdio: ['ignore', log.fd, log.fd],
    // Ctrl-C in a terminal goes to the whole process group: we end them ourselves.
    detached: true,
  })
  child.unref()
  await log.close()
}

async function findRoles({ one, two }: Readonly<Record<Name, Machine>>): Promise<Roles> {
  const orders = [
    { primary: one, replica: two },
    { primary: two, replica: one },
  ]
  let found: Roles | undefined
  const look = async () => {
    for (const order of orders)
      if ((await says(order.primary, '/primary')) && (await says(order.replica, '/synchronous')))
        found = order
    return found !== undefined
  }
  await becomesTrue(look, 120_000)
  if (found) return found
  throw new Error(`No primary with its replica:\n${await lastLines(one)}\n${await lastLines(two)}`)
}

/** Patroni answers 200 on a machine that has the requested role. */
async function says({ address }: Machine, path: string): Promise<boolean> {
  const signal = AbortSignal.timeout(2000)
  const reply = await fetch(`http://${address}:8008${path}`, { signal }).catch(() => undefined)
  await reply?.body?.cancel()
  return reply?.status === 200
}

async function lastLines({ folder }: Machine): Promise<string> {
  const text = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-15).join('\n')
}

function refuseWithoutPrograms(): void {
  const missing = Object.values(programs).filter((path) => !existsSync(path))
  if (missing.length === 0) return
  throw new Error(
    `There is no ${missing.join(', ')}. Debian 12: apt-get install --no-install-recommends ${packages}`,
  )
}
