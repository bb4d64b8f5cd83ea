import { useQueries } from '@tanstack/react-query'
import { notes } from '#features/notes/contract.ts'
import { NoteCard } from '#features/notes/web/note-card.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { ErrorState, Loading } from '#kit/web/ui/feedback/states.tsx'
import type { StationVisit } from '../contract.ts'
import { say } from '../copy.ts'

type Props = {
  readonly visits: readonly StationVisit[]
  /** Its name. */
  readonly station: string
}

/** The notes of all observers with their attachments, newest first. */
export function StationNotes({ visits, station }: Props) {
  const writers = visits.filter((visit) => visit.notes > 0)
  const written = useQueries({
    queries: writers.map(({ observerId, pollingStationId }) =>
      read(notes.list, { query: { observerId, pollingStationId } }),
    ),
  })
  const failed = written.find(({ error, data }) => error && !data)
  const all = written
    .flatMap(({ data = [] }, place) =>
      data.map((note) => ({ note, by: writers[place]?.observerName })),
    )
    .toSorted((one, other) => other.note.lastModified.getTime() - one.note.lastModified.getTime())
  return (
    <Card title={t(say.notes)}>
      {failed?.error ? (
        <ErrorState problem={failed.error} retry={() => void failed.refetch()} />
      ) : written.some(({ data }) => data === undefined) ? (
        <Loading />
      ) : all.length === 0 ? (
        <p className="text-muted">{t(say.noNotes)}</p>
      ) : (
        <div className="grid items-start gap-3 lg:grid-cols-2">
          {all.map(({ note, by }) => (
            <NoteCard key={note.id} note={note} station={station}>
              <span className="font-strong text-ink">{by}</span>{' '}
              {note.questionCode ?? t(say.aboutStation)}
            </NoteCard>
          ))}
        </div>
      )}
    </Card>
  )
}
