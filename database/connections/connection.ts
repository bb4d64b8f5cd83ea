import pg from 'pg'

type Settings = Readonly<Record<string, string | number>>

/**
 * What each of our connections asks for, whatever the role's and the database's own settings are:
 * values that are written and read as we know them, transactions as our statements are made for, and
 * no end but those we set ourselves.
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
  lock_timeout: 0,
  quote_all_identifiers: 'off',
  standard_conforming_strings: 'on',
  statement_timeout: 0,
  timezone: 'UTC',
  transform_null_equals: 'off',
}

/** What a connection that reads asks for as well: PostgreSQL then refuses to write. */
export const reading: Settings = { default_transaction_read_only: 'on', statement_timeout: 60_000 }
export const writing: Settings = { statement_timeout: 60_000, lock_timeout: 10_000 }

/** What an address may say that the driver would take for more than what we ask for. */
const overruling = [
  'application_name',
  'client_encoding',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'query_timeout',
  'statement_timeout',
]

/** How our connections are called where PostgreSQL lists them. */
export const ourName = 'veghe'

/**
 * How the driver connects there. Options that stand in the address are kept (a provider may find the
 * way by them), and ours come after them, so that they hold.
 */
export function connectionTo(url: string, settings: Settings = {}, name = ourName) {
  const address = new URL(url)
  const theirs = address.searchParams.get('options')
  // Written anew only where it must be: it may hold what another program would write differently.
  const said = overruling.filter((parameter) => address.searchParams.has(parameter))
  for (const parameter of said) address.searchParams.delete(parameter)
  const ours = Object.entries({ ...usual, ...settings }).map(
    ([setting, value]) => `-c ${setting}=${String(value).replaceAll(' ', '\\ ')}`,
  )
  return {
    connectionString: said.length > 0 ? address.href : url,
    application_name: name,
    options: [...(theirs ? [theirs] : []), ...ours].join(' '),
  }
}

/**
 * Asks for what only later versions know, and older ones would refuse a connection for. It is done
 * before the connection is used.
 */
export async function askForMore(client: pg.ClientBase): Promise<void> {
  await client.query(`select set_config('transaction_timeout', '0', false)
                       where current_setting('transaction_timeout', true) <> '0'`)
}

export type ConnectOptions = {
  readonly settings?: Settings
  /** How long it may take until it is there, in milliseconds. */
  readonly patienceMs?: number
  /** How long an answer may take; without, as long as it takes. */
  readonly answerMs?: number
}

/** How long somebody who starts a program waits for a database that says nothing. */
const patienceMs = 10_000

/**
 * A connection of its own, of a program that is about to do something long.
 * @throws Error when there is none within ten seconds.
 */
export async function connectAlone(url: string, options: ConnectOptions = {}): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionTo(url, options.settings),
    connectionTimeoutMillis: options.patienceMs ?? patienceMs,
    keepAlive: true,
    ...(options.answerMs && { query_timeout: options.answerMs }),
  })
  // A connection that breaks fails what is being asked on it, which says so.
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

/** As the driver words it: of a question, and of a connection that does not come about. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && /Query read timeout|timeout expired/.test(error.message)
