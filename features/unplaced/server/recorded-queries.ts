import { sql } from 'kysely'
import { attachedTo } from '#features/notes/server/recorded-queries.ts'
import { recordedTable } from '#kit/server/history/recorded.ts'

type RecordedItem = {
  readonly kind: string
  readonly reason: string
  readonly sent: { readonly files?: readonly { readonly sha256: string }[] }
}

/** The state of an item after its last act. */
const states: Readonly<Record<string, string>> = {
  'unplaced.received': 'open',
  'unplaced.restored': 'open',
  'unplaced.placing-undone': 'open',
  'unplaced.placed': 'placed',
  'unplaced.superseded': 'superseded',
  'unplaced.dismissed': 'dismissed',
}

export const recordedUnplaced = recordedTable({
  rows: 'unplaced',
  station: sql`t.polling_station_id`,
  fields: {
    'what it is': sql`pg_catalog.json_build_array(t.kind, t.reason)`,
    'what was sent': sql`t.sent`,
    observer: sql`t.observer_id`,
    'time of arrival': sql`t.received_at`,
    'what became of it': sql`
      case when t.placed_at is not null then 'placed'
           when t.dismissed_at is not null then 'dismissed'
           when t.superseded_at is not null then 'superseded' else 'open' end`,
    'its polling station': sql`t.polling_station_id`,
    'what is attached': attachedTo('unplaced_id'),
  },
  atOnce: 2000,
  isReport: true,
  nameOf: (id) => `unplaced report ${id}`,
  replay: (lines, row) => {
    const received = lines.find(({ act }) => act === 'unplaced.received')
    if (!received) return undefined
    const { kind, reason, sent } = received.after as RecordedItem
    const last = lines.at(-1) ?? received
    const { pollingStationId = null } = (last.after ?? {}) as { pollingStationId?: number }
    const { 'what became of it': state, 'what is attached': files } = row ?? {}
    // A note that is placed takes its attachments along.
    const isMoved = state === 'placed' && String(files) === ''
    return {
      values: {
        'what it is': [kind, reason],
        'what was sent': sent,
        observer: received.actorId,
        'time of arrival': received.at,
        'what became of it': states[last.act] ?? last.act,
        'its polling station': pollingStationId,
        'what is attached': isMoved ? undefined : (sent.files ?? []).map(({ sha256 }) => sha256),
      },
    }
  },
})
