import { sql } from 'kysely'
import { momentText } from '#database/values/moment.ts'
import type { RecordedLine } from '#kit/contract/history/recorded.ts'
import { recordedTable } from '#kit/server/history/recorded.ts'

type RecordedMessage = {
  readonly title: string
  readonly body: string
  readonly recipients: number
  readonly recipientsDigest?: string
}

/** The acts by which a message comes to be. */
const beginnings: ReadonlySet<string> = new Set(['notifications.sent', 'notifications.scheduled'])

const deliveries = sql`deliveries d where d.election_id = t.election_id and d.notification_id = t.id`

export const recordedMessages = recordedTable({
  rows: 'notifications',
  station: sql`null::integer`,
  fields: {
    content: sql`pg_catalog.json_build_array(t.title, t.body)`,
    // As `digestOfRecipients` computes it.
    'list of recipients': sql`(
      select pg_catalog.json_build_array(pg_catalog.count(*), pg_catalog.encode(pg_catalog.sha256(
               pg_catalog.convert_to(pg_catalog.concat('[', pg_catalog.string_agg(
                 d.observer_id::pg_catalog.text, ',' order by d.observer_id), ']'), 'UTF8')), 'hex'))
        from ${deliveries})`,
    openings: sql`(
      select pg_catalog.json_object_agg(d.observer_id, ${momentText('d.at')})
        from ${deliveries} and d.state = 'opened')`,
  },
  atOnce: 5,
  isReport: false,
  nameOf: (id) => `message ${id}`,
  replay: (lines, row) => {
    const sent = lines.find(({ act }) => beginnings.has(act))
    if (!sent) return undefined
    const { title, body, recipients, recipientsDigest } = sent.after as RecordedMessage
    const [, digest] = (row?.['list of recipients'] ?? []) as [number?, string?]
    return {
      faults: openedFaults(lines, (row?.openings ?? {}) as Record<string, string>),
      values: {
        content: [title, body],
        'list of recipients': [recipients, recipientsDigest ?? digest],
      },
    }
  },
})

function openedFaults(
  lines: readonly RecordedLine[],
  stored: Readonly<Record<string, string>>,
): string[] {
  const values = Object.fromEntries(
    lines
      .filter(({ act }) => act === 'notifications.opened')
      .map(({ actorId, at }) => [actorId, at.toISOString()]),
  )
  return Object.keys({ ...stored, ...values })
    .filter((id) => stored[id] !== values[id])
    .map((id) => `whether observer ${id} opened it differs`)
}
