import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TakeOut } from '#features/incidents/web/take-out.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read, useTouch } from '#kit/web/read/api.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { type IncidentNote, notes } from '../contract.ts'
import { say } from '../copy.ts'
import { NoteCard } from './note-card.tsx'

/** The notes that an incident is about, with their photographs; nothing without any. */
export function IncidentNotes({ on: { incidentId: id } }: { on: { incidentId: Id<'incidents'> } }) {
  const { data = [] } = useQuery(read(notes.ofIncident, { params: { id } }))
  if (data.length === 0) return null
  return (
    <Card title={t(say.ofIncident)}>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        {data.map((note) => (
          <NoteCard key={note.id} note={note}>
            <Written note={note} of={id} />
          </NoteCard>
        ))}
      </div>
    </Card>
  )
}

/** The report of a note, and a button that takes the note out of the incident. */
function Written({ note, of: id }: { note: IncidentNote; of: Id<'incidents'> }) {
  const { observerId, pollingStationId, observerName, pollingStationName } = note
  const name = `${pollingStationName}, ${observerName}`
  const touch = useTouch()
  return (
    <span className="flex items-center gap-2">
      <Link
        to="/answers/details/$observerId/$pollingStationId"
        params={{ observerId: String(observerId), pollingStationId: String(pollingStationId) }}
        className="font-strong text-ours underline-offset-2 wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      <TakeOut
        linked={{ noteId: note.id }}
        from={id}
        label={t(say.remove, { name })}
        messages={{ out: t(say.takenOut), back: t(say.backIn) }}
        onChange={() => void touch(notes.ofIncident)}
      />
    </span>
  )
}
