import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the database `postgres` of the cluster this leg runs on, as its superuser. */
    clusterUrl: string
    /** The migrated database that `freshDatabase` copies. */
    templateName: string
    /** The folder that holds this leg's initdb and postgres. */
    binaries: string
  }
}

export type FreshDatabase = { readonly url: string; drop(): Promise<void> }

/** An empty, migrated database of one's own; several workers may ask at the same moment. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asSuperuser(`create database ${name} template ${inject('templateName')}`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asSuperuser(`drop database if exists ${name} with (force)`) }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client(inject('clusterUrl'))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
