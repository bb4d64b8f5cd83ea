import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startCluster } from '#database/embedded/cluster.ts'
import { oldestBinaries } from '#database/embedded/oldest.ts'
import { platformBinaries } from '#database/embedded/platform-binaries.ts'
import { canReach, serverUser } from '#database/embedded/server-user.ts'
import { fill } from './data/data.ts'
import { fillPlan } from './data/plan.ts'
import { shapeOf } from './data/shape.ts'

/** Which PostgreSQL: a separate one, or the bundled one. */
export const kinds = ['own', 'embedded'] as const
export type ClusterKind = (typeof kinds)[number]

/** A PostgreSQL server with evenings of several sizes. */
export type BenchCluster = {
  /** Its own version string: `15.14`. */
  readonly version: string
  /** A writable copy of the evening of a size, which is made if missing; the previous copy is dropped. */
  copy(share: number): Promise<string>
  /** The same with a plan, beside the other. */
  copyPlanned(share: number): Promise<string>
  /** An empty database; the previous one is dropped. */
  empty(): Promise<string>
  stop(): Promise<void>
}

/** The settings for durable commits are unchanged. */
const settings = { max_connections: '200', shared_buffers: '512MB', timezone: 'UTC' }

/** The evenings stay in this folder between runs: the largest takes minutes to make. */
export async function benchFolder(): Promise<string> {
  const base = (await canReach(await serverUser(''), tmpdir())) ? tmpdir() : '/tmp'
  return join(base, 'veghe-bench')
}

export async function openBenchCluster(kind: ClusterKind, folder: string): Promise<BenchCluster> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const user = await serverUser('')
  const binaries =
    kind === 'own' ? await oldestBinaries() : await platformBinaries(user, join(folder, 'programs'))
  const place = join(folder, kind)
  const cluster = await startCluster({ binaries, folder: place, password: 'bench', settings })
  const at = (database: string) => cluster.url.replace('/veghe?', `/${database}?`)
  const ask = (statement: string) => query(at('postgres'), statement)
  await refuseFast(ask)
  const [about] = await ask('show server_version')
  const makeOnce = async (name: string, make: () => Promise<unknown>) => {
    const stamp = await stampOfData()
    const [found] = await ask(
      `select shobj_description(oid, 'pg_database') as stamp from pg_database
        where datname = '${name}'`,
    )
    if (found?.['stamp'] === stamp) return at(name)
    await ask(`drop database if exists ${name} with (force)`)
    await make()
    // Only now: an interrupted evening is made anew.
    await ask(`comment on database ${name} is '${stamp}'`)
    return at(name)
  }
  const copyOf = (name: string, template: string) =>
    ask(`create database ${name} template ${template} strategy file_copy`)
  const prepare = (share: number) =>
    makeOnce(nameOf(share), async () => {
      await ask(`create database ${nameOf(share)}`)
      await fill(at(nameOf(share)), shapeOf(share), new Date())
    })
  const preparePlanned = async (share: number) => {
    await prepare(share)
    const name = `${nameOf(share)}_planned`
    await makeOnce(name, async () => {
      await copyOf(name, nameOf(share))
      await fillPlan(at(name), shapeOf(share), new Date())
    })
    return name
  }
  const copy = async (name: string, template: string) => {
    await ask(`drop database if exists ${name} with (force)`)
    await copyOf(name, template)
    await query(at(name), proved)
    await ask('checkpoint')
    return at(name)
  }
  return {
    version: String(about?.['server_version']).split(' ')[0] ?? '',
    copy: async (share) => {
      await prepare(share)
      return copy('measured', nameOf(share))
    },
    copyPlanned: async (share) => copy('planned', await preparePlanned(share)),
    empty: async () => {
      await ask('drop database if exists installed with (force)')
      await ask('create database installed')
      return at('installed')
    },
    stop: () => cluster.stop(),
  }
}

/** Otherwise servers measured between two and six in the morning would run the nightly proof of history, too. */
const proved = `insert into proofs (state, began_at, at) values ('done', now(), now())`

const nameOf = (share: number) => `stations_${shapeOf(share).stations}`

/** A server that may lose commits would measure something else. */
async function refuseFast(ask: (statement: string) => Promise<QueryRow[]>): Promise<void> {
  const names = ['fsync', 'synchronous_commit', 'full_page_writes']
  for (const name of names) {
    const [row] = await ask(`show ${name}`)
    if (row?.[name] !== 'on') throw new Error(`${name} is ${row?.[name]}`)
  }
}

/** A checksum of everything the data depends on: the tables, how the evening is made, and how it is counted. */
async function stampOfData(): Promise<string> {
  const hash = createHash('sha256')
  for (const made of ['baseline', 'migrations', 'functions']) {
    const folder = new URL(`../database/${made}/`, import.meta.url)
    for (const name of (await readdir(folder)).sort())
      hash.update(await readFile(new URL(name, folder)))
  }
  for (const name of ['shape.ts', 'people.ts', 'evening.ts', 'data.ts', 'plan.ts'])
    hash.update(await readFile(new URL(`data/${name}`, import.meta.url)))
  const features = new URL('../features/', import.meta.url)
  for (const name of (await readdir(features)).sort())
    hash.update(await readFile(new URL(`${name}/server/projections.ts`, features)).catch(() => ''))
  return hash.digest('hex')
}

type QueryRow = Readonly<Record<string, unknown>>

/** Runs one query on a database. */
export async function query(url: string, statement: string): Promise<QueryRow[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<QueryRow>(statement)
    return rows
  } finally {
    await client.end()
  }
}
