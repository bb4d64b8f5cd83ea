import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openHttpLine } from '../calling/http-line.ts'
import type { RunningServer } from '../server.ts'
import type { Span } from './steady-load.ts'

/** A sample of what reports wait for, in milliseconds. */
type HoldUpSample = Span & {
  /** The time of a call that needs only one turn of the event loop. */
  readonly turnMs: number
  /** How long a report has waited for a lock of another transaction. */
  readonly lockMs: number
  /** How long a report's statement without a lock wait has been running. */
  readonly statementMs: number
  /** Its wait event in PostgreSQL; empty while it is running. */
  readonly waitsFor: string
  /** The total time that the server's thread was runnable without a processor. */
  readonly starvedMs: number
}

const lookEveryMs = 40

/** Recognises statements of reports by their beginnings: PostgreSQL truncates them. */
const ofReports = `a.query ~ 'hold_visits|with (made|visited) as|pg_advisory_xact_lock_shared|^commit'`

const question = `
  select coalesce(max(waited.ms) filter (where l.since is not null), 0)::float as lock,
         coalesce(max(waited.ms) filter (where l.since is null), 0)::float as statement,
         (array_agg(a.wait_event order by waited.ms desc) filter (where l.since is null))[1] as event
    from pg_stat_activity a
    left join lateral (select min(coalesce(waitstart, a.query_start)) as since
                         from pg_locks where pid = a.pid and not granted) l
      on a.wait_event_type = 'Lock'
   cross join lateral (select 1000 * extract(epoch from clock_timestamp()
                                                        - coalesce(l.since, a.query_start)) as ms) waited
   where a.datname = current_database() and a.state = 'active' and ${ofReports}`

type LockRow = { readonly lock: number; readonly statement: number; readonly event: string | null }

/** Describes what a report waited for, for a footnote. */
export type HeldUp = {
  of(report: Span): string
  stop(): Promise<void>
}

/** Samples what reports wait for, until it is stopped. */
export async function watchHeldUp(databaseUrl: string, server: RunningServer): Promise<HeldUp> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'bench' })
  await client.connect()
  const line = await openHttpLine(server.url)
  const looks: HoldUpSample[] = []
  const look = async () => {
    const from = performance.now()
    const answering = line.send(call).then(() => performance.now() - from)
    const { rows } = await client.query<LockRow>(question)
    const { lock: lockMs = 0, statement: statementMs = 0, event } = rows[0] ?? {}
    const turnMs = await answering
    const seen = { turnMs, lockMs, statementMs, waitsFor: event ?? '' }
    looks.push({ ...seen, starvedMs: await starvedOf(server.pid), from, to: performance.now() })
  }
  let isOver = false
  const looking = (async () => {
    for (; !isOver; await pause(lookEveryMs)) await look()
  })()
  return {
    of: (report) => summary(looks.filter(({ from, to }) => to >= report.from && from <= report.to)),
    stop: async () => {
      isOver = true
      await looking
      await Promise.all([client.end(), line.close()])
    },
  }
}

/** A call that is answered from memory and never shed. */
const call = 'GET /config.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'

function summary(looks: readonly HoldUpSample[]): string {
  const most = (of: (look: HoldUpSample) => number) => Math.max(0, ...looks.map(of))
  const starved = (looks.at(-1)?.starvedMs ?? 0) - (looks[0]?.starvedMs ?? 0)
  const longest = looks.find(({ statementMs }) => statementMs === most((one) => one.statementMs))
  const event = longest?.waitsFor ? ` (${longest.waitsFor})` : ''
  const parts = [
    `a turn of the server ${most(({ turnMs }) => turnMs).toFixed(0)}`,
    `a lock ${most(({ lockMs }) => lockMs).toFixed(0)}`,
    `a statement ${most(({ statementMs }) => statementMs).toFixed(0)}${event}`,
    `a processor ${starved.toFixed(0)} ms`,
  ]
  return `the slowest waited for ${parts.join(', ')}`
}

/** From Linux, for the process's first thread, which runs its JavaScript; elsewhere unknown. */
async function starvedOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0) / 1e6
}
