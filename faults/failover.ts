// `npm run test:failover`: a machine dies, the other takes over, and acknowledged reports survive.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { beginEvening, type Evening, loadEvening } from '#testing/evening/evening.ts'
import { secret } from '#testing/secret.ts'
import { buildServer, type RunningServer, startServer } from '../bench/server.ts'
import { growsBy } from './evening.ts'
import { type Machines, openMachines, passwords } from './machines.ts'
import { prove, tell } from './proof.ts'
import { signalProcesses } from './signal-processes.ts'

/** The longest time without reports when one machine dies. */
const mostMs = 30_000

/** The databases of one evening, and its observers. */
type FailoverScene = {
  readonly machines: Machines
  readonly evening: Evening
  readonly isSilent: boolean
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { silent: { type: 'boolean', default: false } } })
  const machines = await openMachines()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void machines.stop().finally(() => process.exit(1)))
  const built = await buildServer()
  const servers: RunningServer[] = []
  try {
    const databaseUrl = await makeDatabase(machines)
    const people = await loadEvening(databaseUrl)
    const environment = {
      DATABASE_REPLICA_URL: databaseUrl.replace(':5000/', ':5001/'),
      DATA_DIR: join(machines.balancer.folder, 'attachments'),
      SECRET: secret,
    }
    for (let count = 0; count < 2; count++)
      servers.push(await startServer(built.folder, databaseUrl, environment))
    const urls = servers.map(({ url }) => url)
    let end = () => {}
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve
    })
    const evening = beginEvening(urls, people, mayEnd)
    const gaps = await strikeAll({ machines, evening, isSilent: values.silent })
    end()
    await evening.over
    const proof = await prove({ url: urls[0] ?? '', databaseUrl, built }, evening)
    const rows = gaps.map(({ what, ms }) => [what, `${(ms / 1000).toFixed(1)} s`] as const)
    const isWhole = tell([...rows, ['acknowledged', evening.acknowledged()]], proof)
    const isInTime = gaps.every(({ ms, most }) => ms < most)
    process.exitCode = isWhole && isInTime ? 0 : 1
  } finally {
    for (const server of servers) await server.stop()
    await machines.stop()
    await built.remove()
  }
}

/** Starts the machines; resolves with the database's URL once each commit is on both. */
async function makeDatabase(machines: Machines): Promise<string> {
  const { one, two, three, balancer } = machines
  await Promise.all([one, two, three].map(machines.start))
  await machines.roles()
  const addressOf = (user: string, password: string, name: string) =>
    `postgres://${user}:${password}@${balancer.address}:5000/${name}?sslmode=disable`
  const admin = openDatabase({
    url: addressOf('postgres', passwords.SUPERUSER_PASSWORD, 'postgres'),
    connections: 1,
  })
  await sql`create role veghe login password 'faults'`.execute(admin.primary)
  await sql`create database veghe owner veghe`.execute(admin.primary)
  await admin.close()
  const url = addressOf('veghe', 'faults', 'veghe')
  await migrate(url)
  return url
}

type Gap = { readonly what: string; readonly ms: number; readonly most: number }

/** The primary dies and returns, is promoted again, loses its replica, and dies again. */
async function strikeAll({ machines, evening, isSilent }: FailoverScene): Promise<readonly Gap[]> {
  const signal = isSilent ? 'SIGSTOP' : 'SIGKILL'
  const during = async (what: string, work: () => Promise<void>, most = mostMs) => {
    console.log(`${what}, after ${evening.acknowledged()} acknowledgements`)
    return { what: `nothing acknowledged: ${what}`, ms: await longestSilence(evening, work), most }
  }
  await growsBy(enough, evening)
  const first = await machines.roles()
  const death = await during('the primary dies', () =>
    signalProcesses(first.primary.folder, signal),
  )

  // Paused processes do not belong to a machine that boots.
  await signalProcesses(first.primary.folder, 'SIGKILL')
  const bootedAt = performance.now()
  await machines.start(first.primary)
  const then = await machines.roles()
  const backMs = performance.now() - bootedAt
  const back = { what: 'until the dead one is a replica again', ms: backMs, most: Infinity }
  await growsBy(enough, evening)

  const switched = await during('a switchover', () => machines.switchOver(then))
  const last = await machines.roles()
  await growsBy(enough, evening)

  const alone = await during('the replica dies', () => signalProcesses(last.replica.folder, signal))
  const reboot = async () => {
    await signalProcesses(last.primary.folder, signal)
    for (const machine of [last.primary, last.replica]) {
      await signalProcesses(machine.folder, 'SIGKILL')
      await machines.start(machine)
    }
  }
  // Commits made while one machine was alone are on its disk only: only that machine may lead.
  const both = await during('both die, and are switched on', reboot, Infinity)
  return [death, back, switched, alone, both]
}

/** More than the number of phones: at least one of these reports was started after the last fault. */
const enough = 100

/** The longest time without an acknowledgement, from now until `work` is done and reports flow again. */
async function longestSilence(evening: Evening, work: () => Promise<void>): Promise<number> {
  let isOver = false
  const over = work()
    .then(() => growsBy(enough, evening))
    .finally(() => {
      isOver = true
    })
  let [longest, since, count] = [0, performance.now(), evening.acknowledged()]
  while (!isOver) {
    await Promise.race([pause(20), over])
    if (evening.acknowledged() === count) longest = Math.max(longest, performance.now() - since)
    else [since, count] = [performance.now(), evening.acknowledged()]
  }
  await over
  return longest
}

await main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
