import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresQueryCompiler,
  type RawBuilder,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from '../schema.gen.ts'
import { camelCase } from './pool.ts'

/** Ends a transaction: its last statements are sent together with the commit. */
export type Ending = (...statements: readonly RawBuilder<unknown>[]) => void

/**
 * Runs `work` as one transaction and commits before it resolves; a throw rolls everything back.
 *
 * Pipelined, on a connection that is: `begin` travels with the first statement, whatever `work` does not wait
 * for with what follows, and the last ones with `commit`. Each round trip waits for whatever else this
 * process and PostgreSQL are doing, and holds the transaction's locks meanwhile.
 */
export async function runPipelined<T>(
  client: pg.PoolClient,
  work: (tx: Transaction<Schema>, end: Ending) => Promise<T>,
): Promise<T> {
  const { tx, close } = transactionOn(client)
  const begun = client.query('begin')
  const last: RawBuilder<unknown>[] = []
  try {
    // If `begin` fails, the next statement fails too and reports it.
    begun.catch(() => undefined)
    const result = await work(tx, (...statements) => last.push(...statements))
    await allOf([...last.map((one) => send(client, one.compile(tx))), client.query('commit')])
    return result
  } catch (error) {
    // If PostgreSQL has already ended the transaction, this only causes a warning.
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    close()
  }
}

type Compiled = { readonly sql: string; readonly parameters: readonly unknown[] }

const send = (client: pg.PoolClient, { sql: text, parameters }: Compiled) =>
  client.query(text, [...parameters])

/** Waits for all, also where one fails: nothing may be under way on a connection that is given back. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(sent)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
/** Connects to nothing: a transaction has its connection. */
const driver = new DummyDriver()
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createIntrospector: () => {
    throw new Error('Introspection is not supported')
  },
}

/** Kysely's own waits for each reply before it sends the next statement. */
function transactionOn(client: pg.PoolClient) {
  let isOver = false
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      const { command, rowCount, rows } = await send(client, query)
      const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
      return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    },
    // biome-ignore lint/correctness/useYield: what is read bit by bit is not read in a transaction that writes
    streamQuery: async function* () {
      throw new Error('A transaction that writes reads nothing bit by bit')
    },
  }
  const executor = new DefaultQueryExecutor(
    compiler,
    adapter,
    {
      provideConnection: (consume) => {
        if (isOver) throw new Error('The transaction is over')
        return consume(connection)
      },
    },
    [camelCase],
  )
  return {
    tx: new Transaction<Schema>({ config: { dialect }, dialect, driver, executor }),
    close: () => {
      isOver = true
    },
  }
}
