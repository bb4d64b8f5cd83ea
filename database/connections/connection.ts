import pg from 'pg'

type Settings = Readonly<Record<string, string | number>>

/**
 * The settings of each of our connections, which override those of the role and the database: the formats that we
 * parse, the transactions that our statements assume, and only our own timeouts. JIT compilation is off: counting a whole
 * election takes a fifth of a second, and compiling would add half a second.
 */
const usual: Settings = {
  array_nulls: 'on',
  bytea_output: 'hex',
  datestyle: 'ISO',
  default_transaction_deferrable: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  extra_float_digits: 1,
  idle_in_transaction_session_timeout: 0,
  idle_session_timeout: 0,
  intervalstyle: 'postgres',
  jit: 'off',
  lock_timeout: 0,
  quote_all_identifiers: 'off',
  standard_conforming_strings: 'on',
  statement_timeout: 0,
  timezone: 'UTC',
  transform_null_equals: 'off',
}

/** Additional settings of a connection for reading: PostgreSQL then refuses to write. */
export const reading: Settings = { default_transaction_read_only: 'on', statement_timeout: 60_000 }
export const writing: Settings = { statement_timeout: 60_000, lock_timeout: 10_000 }

/** Parameters of a URL that the driver would let override our settings. */
const overruling = [
  'application_name',
  'client_encoding',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'query_timeout',
  'statement_timeout',
]

/** The application name of our connections in PostgreSQL's lists. */
export const ourName = 'veghe'

/**
 * The driver's connection settings. Options in the URL are kept (a provider may need them for routing), and
 * ours come after them, so that they take effect.
 */
export function connectionTo(url: string, settings: Settings = {}, name = ourName) {
  const address = new URL(url)
  const theirs = address.searchParams.get('options')
  // Rewritten only where it must be: it may contain what another program would encode differently.
  const found = overruling.filter((parameter) => address.searchParams.has(parameter))
  for (const parameter of found) address.searchParams.delete(parameter)
  const ours = Object.entries({ ...usual, ...settings }).map(
    ([setting, value]) => `-c ${setting}=${String(value).replaceAll(' ', '\\ ')}`,
  )
  return {
    connectionString: found.length > 0 ? address.href : url,
    application_name: name,
    options: [...(theirs ? [theirs] : []), ...ours].join(' '),
  }
}

/**
 * Applies settings that only later versions know, and older ones would refuse a connection for. It is done
 * before the connection is used.
 */
export async function askForMore(client: pg.ClientBase): Promise<void> {
  await client.query(`select set_config('transaction_timeout', '0', false)
                       where current_setting('transaction_timeout', true) <> '0'`)
}

export type ConnectOptions = {
  readonly settings?: Settings
  /** Connection timeout, in milliseconds. */
  readonly patienceMs?: number
  /** Query timeout; without it there is none. */
  readonly answerMs?: number
}

/** How long a program's start waits for a silent database. */
const patienceMs = 10_000

/**
 * A separate connection, for a program that is about to do something long.
 * @throws Error when there is none within ten seconds.
 */
export async function connectAlone(url: string, options: ConnectOptions = {}): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionTo(url, options.settings),
    connectionTimeoutMillis: options.patienceMs ?? patienceMs,
    keepAlive: true,
    ...(options.answerMs && { query_timeout: options.answerMs }),
  })
  // A broken connection fails its running query, which reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await askForMore(client)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw isSilence(error) ? new Error('It does not answer', { cause: error }) : error
  }
}

/** By the driver's messages: for a query, and for a connection that is not established. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && /Query read timeout|timeout expired/.test(error.message)
