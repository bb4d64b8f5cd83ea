import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLinks } from '#features/incidents/web/use-links.ts'
import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { read, useTouch } from '#kit/web/read/api.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
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
  const { link, unlink } = useLinks({ noteId: note.id })
  const touch = useTouch()
  const { isPending, attempt } = useAttempt()
  const takeOut = () =>
    attempt(async () => {
      await unlink(id)
      void touch(notes.ofIncident)
      toast.success({
        text: t(say.takenOut),
        undo: async () => {
          await link(id)
          void touch(notes.ofIncident)
          return t(say.backIn)
        },
      })
    })
  return (
    <span className="flex items-center gap-2">
      <Link
        to="/answers/details/$observerId/$pollingStationId"
        params={{ observerId: String(observerId), pollingStationId: String(pollingStationId) }}
        className="font-strong text-ours underline-offset-2 wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      <May to="review">
        <IconButton
          icon="cross"
          label={t(say.takeOut, { name })}
          isPending={isPending}
          onPress={takeOut}
        />
      </May>
    </span>
  )
}
