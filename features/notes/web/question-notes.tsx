import { useId, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'
import { NoteCard } from './note-card.tsx'

/** The notes on one question, collapsed until opened; printed pages show them expanded. */
export function QuestionNotes({
  notes,
  isFlagged,
}: {
  notes: readonly Note[]
  isFlagged: boolean
}) {
  const [isShown, setShown] = useState(false)
  const id = useId()
  if (notes.length === 0) return null
  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
        className={`print:hidden inline-flex min-h-7 items-center gap-1 justify-self-start rounded-md px-1 text-small font-strong hover:underline ${isFlagged ? 'text-alarm' : 'text-ours'}`}
      >
        <Icon name="note" />
        {t(isShown ? say.hideNotes : say.showNotes, { count: notes.length })}
      </button>
      <div id={id} className={`gap-2 ${isShown ? 'grid' : 'hidden print:grid'}`}>
        {notes.map((note) => (
          <NoteCard key={note.id} note={note} />
        ))}
      </div>
    </div>
  )
}
