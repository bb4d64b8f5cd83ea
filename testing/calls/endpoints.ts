import { readdir } from 'node:fs/promises'
import { CompiledQuery, sql } from 'kysely'
import { expect } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { problems } from '#kit/contract/problem.ts'
import type { Person, Stage } from '../stage.ts'

const features = new URL('../../features/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

/** Every endpoint exported by any feature's contracts, under its name there. */
export async function allEndpoints(): Promise<readonly (readonly [string, Endpoint])[]> {
  const files = await readdir(features, { recursive: true })
  const names = files.filter((name) => /^[a-z]+\/([a-z-]+-)?contract\.ts$/.test(name))
  const contracts = await Promise.all(
    names.map((name): Promise<object> => import(new URL(name, features).href)),
  )
  return (
    contracts
      .flatMap((contract) => Object.entries(contract))
      // Part of another contract's.
      .filter(([group]) => !group.endsWith('Endpoints'))
      .flatMap(([group, value]) =>
        Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(
          ([name, one]) => (isEndpoint(one) ? [[`${group}.${name}`, one] as const] : []),
        ),
      )
  )
}

/** A caller with the right to call the endpoint. */
export const callerOf = ({ access }: Endpoint, { ana, bogdan, stranger }: Stage): Person => {
  if (access === 'anyone') return stranger
  return access === 'observer' ? bogdan : ana
}

/** The names of the fields in a call's body. */
export const fieldsOf = ({ body }: Endpoint): readonly string[] =>
  body instanceof z.ZodObject ? Object.keys(body.shape) : []

/** The endpoint's path, with `value` for every parameter. */
export const pathWith = ({ path }: Endpoint, value = '1') => path.replace(/:\w+/g, value)

type Holding = { readonly name: string; readonly rows: number; readonly digest: string | null }

/** Written by a process now and then, and not during a call. */
const writtenLater = 'sign_in_minutes'

/**
 * The content of every table, as one digest each: equal before and after when nothing was stored. A sum of hashes needs
 * neither text nor order, which is faster. Hashed twice: a record's hash is linear in its columns, so that two rows that
 * swap a value would add up to the same.
 */
export const contents = (cast: Pick<Stage, 'database'>): Promise<Holding[]> =>
  contentsWith(cast, anything)

/** How many rows every table has. */
export const rowCounts = async (cast: Stage) =>
  (await contents(cast)).map(({ name, rows }) => ({ name, rows }))

/** The pattern of every row. */
const anything = ''

/** The same for the rows whose text matches the pattern. */
export async function contentsWith(
  { database }: Pick<Stage, 'database'>,
  pattern: string,
): Promise<Holding[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname not in (${writtenLater}, 'marks') order by 1`.execute(database.primary)
  const query = CompiledQuery.raw(digestsOf(tables.map(({ name }) => name).join()), [pattern])
  return (await database.primary.getExecutor().executeQuery<Holding>(query)).rows
}

const digests = new Map<string, string>()

/** One text for the same tables, with one parameter: PostgreSQL plans it once for a test. */
function digestsOf(tables: string): string {
  const known = digests.get(tables)
  if (known !== undefined) return known
  const each = tables.split(',').map(
    (name) => `
      select '${name}' as name, count(*) as rows, sum(hashint8extended(hash_record_extended(t, 0), 0))::text as digest
        from ${name} t where $1 = '${anything}' or t::text ~ $1`,
  )
  const text = `${each.join(' union all ')} order by name`
  digests.set(tables, text)
  return text
}

type Reply = Awaited<ReturnType<Person['send']>>

/**
 * A refusal is a problem of the catalogue that names the fault, with the text for phones under `error`; it is never a
 * server failure.
 */
export function expectGoodManners(reply: Reply, about: string): void {
  expect(reply.statusCode, `${about}: ${reply.body.slice(0, 300)}`).toBeLessThan(500)
  if (reply.statusCode < 400) return
  expect(reply.headers['content-type'], about).toBe('application/problem+json; charset=utf-8')
  const { code, status, error, errors } = reply.json()
  expect(problems, about).toHaveProperty([code])
  expect(status, about).toBe(reply.statusCode)
  expect(error, about).toMatch(/\w/)
  if (code === 'request.invalid') expect(Object.keys(errors), about).not.toEqual([])
}
