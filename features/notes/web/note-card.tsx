import { type ReactNode, useState } from 'react'
import { ByTelephone } from '#features/visits/web/by-telephone.tsx'
import { t } from '#kit/web/language.ts'
import { usePrinting } from '#kit/web/printing.ts'
import { Ago } from '#kit/web/time.tsx'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'
import { NoteFiles } from './note-files.tsx'
import { NoteIncident } from './note-incident.tsx'
import { cut, isLong } from './note-text.ts'

type Props = {
  readonly note: Note
  /** The name of its station, where an incident can be made of the note. */
  readonly station?: string | undefined
  readonly children?: ReactNode
}

/** One note; the children name its subject, where that is not plain from its place. */
export function NoteCard({ note, station, children }: Props) {
  return (
    <article className="grid gap-2 rounded-md border border-line bg-page p-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-muted">
        <div>{children}</div>
        <span className="flex flex-wrap items-center gap-x-2">
          {note.clerk && <ByTelephone clerk={note.clerk} at={note.lastModified} />}{' '}
          <Ago at={note.lastModified} />
          {station !== undefined && <NoteIncident note={note} station={station} />}
        </span>
      </header>
      {note.text === '' ? (
        <p className="text-muted">{t(say.noText)}</p>
      ) : (
        <NoteText text={note.text} />
      )}
      <NoteFiles files={note.attachments} />
    </article>
  )
}

function NoteText({ text }: { text: string }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isPrinting = usePrinting()
  const isWhole = isUnfolded || isPrinting
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {isWhole ? text : cut(text)}{' '}
      {isLong(text) && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="print:hidden rounded-md text-ours underline"
        >
          {t(isUnfolded ? say.less : say.more)}
        </button>
      )}
    </p>
  )
}
