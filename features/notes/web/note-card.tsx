import { type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Enlarge } from '#kit/web/ui/dialog.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'
import { cut, isLong } from './note-text.ts'

type Attachment = Note['attachments'][number]

/** One note; the children say what it is about, where that is not plain from its place. */
export function NoteCard({ note, children }: { note: Note; children?: ReactNode }) {
  return (
    <article className="grid gap-2 rounded-md border border-line bg-page p-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-muted">
        <div>{children}</div>
        <Ago at={note.lastModified} />
      </header>
      {note.text === '' ? (
        <p className="text-muted">{t(say.noText)}</p>
      ) : (
        <NoteText text={note.text} />
      )}
      {note.attachments.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2">
          {note.attachments.map((attachment) => (
            <li key={attachment.src}>
              {attachment.isImage ? <Picture {...attachment} /> : <Download {...attachment} />}
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

function NoteText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <p className="break-words whitespace-pre-line">
      {isWhole ? text : cut(text)}{' '}
      {isLong(text) && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="rounded-md text-ours underline"
        >
          {t(isWhole ? say.less : say.more)}
        </button>
      )}
    </p>
  )
}

function Picture({ src, fileName: file }: Attachment) {
  const button = (
    <AriaButton aria-label={t(say.enlarge, { file })} className="block cursor-zoom-in rounded-md">
      <img
        src={src}
        alt=""
        loading="lazy"
        className="h-28 max-w-full rounded-md border border-line bg-sunken object-cover"
      />
    </AriaButton>
  )
  return (
    <Enlarge trigger={button} label={t(say.image, { file })}>
      <img
        src={src}
        alt={t(say.image, { file })}
        className="max-h-[80dvh] w-[min(85vw,960px)] rounded-md object-contain"
      />
    </Enlarge>
  )
}

function Download({ src, fileName }: Attachment) {
  return (
    <a
      href={src}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line bg-raised px-3 text-ours underline"
    >
      <Icon name="clip" />
      {fileName}
    </a>
  )
}
