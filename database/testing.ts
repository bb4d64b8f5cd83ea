import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database `postgres` of this run's cluster, as its superuser. */
    clusterUrl: string
    /** The migrated database that `freshDatabase` copies. */
    templateName: string
    /** The folder that holds this leg's initdb and postgres. */
    binaries: string
  }
}

export type FreshDatabase = {
  readonly name: string
  readonly url: string
  drop(): Promise<void>
}

/**
 * Connects once. The first connection to a database writes what PostgreSQL knows of its catalogue into a file, which
 * copies of the database inherit: without it the first connections to each copy take half as long again.
 */
export async function warm(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.end()
}

/**
 * A separate migrated database, empty or a copy of another without connections; several workers may
 * call at the same moment.
 */
export async function freshDatabase(template = inject('templateName')): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Its files are copied, not logged page by page: that takes a third of the time.
  await asSuperuser(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  const drop = () => asSuperuser(`drop database if exists ${name} with (force)`)
  return { name, url: url.href, drop }
}

/**
 * A database in which nothing has run, of an owner who is no superuser, as providers offer them.
 * @param made additional options of `create database`.
 */
export async function emptyDatabase(made = ''): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asSuperuser(`create role ${name} login password 'test'`)
  await asSuperuser(`create database ${name} owner ${name} ${made}`)
  const url = new URL(inject('clusterUrl'))
  url.username = name
  url.password = 'test'
  url.pathname = `/${name}`
  const drop = async () => {
    await asSuperuser(`drop database if exists ${name} with (force)`)
    await asSuperuser(`drop role ${name}`)
  }
  return { name, url: url.href, drop }
}

/** The connection of this worker: connecting twice per test would take as long as copying its database. */
let superuser: Promise<Client> | undefined

async function asSuperuser(statement: string): Promise<void> {
  superuser ??= connectAsSuperuser()
  await (await superuser).query(statement)
}

async function connectAsSuperuser(): Promise<Client> {
  const client = new Client(inject('clusterUrl'))
  // The cluster may stop before the worker ends, and the next leg has another cluster.
  const forget = () => {
    superuser = undefined
  }
  client.on('error', forget).on('end', forget)
  await client.connect()
  return client
}
