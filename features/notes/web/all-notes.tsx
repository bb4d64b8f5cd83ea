import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'
import { NoteCard } from './note-card.tsx'

type Props = {
  readonly notes: readonly Note[]
  /** The name of their station. */
  readonly station: string
  readonly isFlagged: (questionId: number) => boolean
  /** A link to the question of the note. */
  readonly linkTo: (note: Note, words: string) => ReactNode
}

/** Everything the observer wrote here: about the station first, then question by question. */
export function AllNotes({ notes, station, isFlagged, linkTo }: Props) {
  if (notes.length === 0)
    return (
      <EmptyState icon="note" title={t(say.noNotes)}>
        {t(say.noNotesWhy)}
      </EmptyState>
    )
  const inOrder = notes.toSorted(
    (a, b) => Number(a.questionId !== null) - Number(b.questionId !== null),
  )
  return (
    <div className="grid gap-3 p-4 sm:p-6">
      {inOrder.map((note) => (
        <NoteCard key={note.id} note={note} station={station}>
          {note.questionId === null ? (
            <span className="font-strong text-ink">{t(say.aboutStation)}</span>
          ) : (
            <span className="flex items-center gap-3">
              {linkTo(note, placeOf(note))}
              {isFlagged(note.questionId) && <Flagged />}
            </span>
          )}
        </NoteCard>
      ))}
    </div>
  )
}

const placeOf = ({ formDescription, formCode, questionCode }: Note) =>
  t(say.aboutQuestion, { form: formDescription ?? formCode ?? '–', code: questionCode ?? '–' })

function Flagged() {
  return (
    <span className="flex items-center gap-1 font-strong text-alarm">
      <Icon name="flag" />
      {t(say.flagged)}
    </span>
  )
}
