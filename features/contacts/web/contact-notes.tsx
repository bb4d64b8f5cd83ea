import { useQueries } from '@tanstack/react-query'
import { StationLink } from '#features/assignments/web/station-link.tsx'
import { notes } from '#features/notes/contract.ts'
import { NoteCard } from '#features/notes/web/note-card.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { ErrorState, Loading } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'
import { useContact } from './use-contact.ts'

/** How many stations' notes are read at once. */
const mostStations = 5

/** The observer's latest notes, with their photographs. */
export function ContactNotes({ id: observerId }: { id: Id<'observers'> }) {
  const visits = useContact(observerId).data?.visits.filter((visit) => visit.notes > 0)
  const latest = visits?.slice(0, mostStations) ?? []
  const written = useQueries({
    queries: latest.map(({ pollingStationId }) =>
      read(notes.list, { query: { observerId, pollingStationId } }),
    ),
  })
  const failed = written.find(({ error, data }) => error && !data)
  const all = written
    .flatMap(({ data = [] }, place) => data.map((note) => ({ note, visit: latest[place] })))
    .toSorted((one, other) => other.note.lastModified.getTime() - one.note.lastModified.getTime())
  return (
    <Card title={t(say.notes)}>
      {failed?.error ? (
        <ErrorState problem={failed.error} retry={() => void failed.refetch()} />
      ) : !visits || written.some(({ data }) => data === undefined) ? (
        <Loading />
      ) : all.length === 0 ? (
        <p className="text-muted">{t(say.noNotes)}</p>
      ) : (
        all.map(({ note, visit }) => (
          <NoteCard key={note.id} note={note}>
            {visit && <StationLink {...visit} />} {note.questionCode}
          </NoteCard>
        ))
      )}
      {visits && visits.length > latest.length && (
        <p className="text-small text-muted">{t(say.notAllNotes, { count: latest.length })}</p>
      )}
    </Card>
  )
}
