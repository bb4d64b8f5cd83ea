import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'
import { NoteFilm } from './note-film.tsx'
import { NotePicture } from './note-picture.tsx'
import { isMissing, Missing, OriginalLink } from './original-link.tsx'

type Attachment = Note['attachments'][number]

/** A file of a note: its rendition, or the original, for download. */
export function NoteFile({ shown, ...file }: Attachment) {
  const [state, setState] = useState<'whole' | 'broken' | 'missing'>('whole')
  const look = async () => setState((await isMissing(file.src)) ? 'missing' : 'broken')
  if (state === 'missing') return <Lost fileName={file.fileName} />
  const isBroken = state === 'broken'
  if (!shown || isBroken) return <Original {...file}>{whyNotShown(file, isBroken)}</Original>
  const Shown = file.isImage ? NotePicture : NoteFilm
  return <Shown {...file} shown={shown} onBroken={() => void look()} />
}

function Lost({ fileName }: Pick<Attachment, 'fileName'>) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="inline-flex min-h-8 items-center gap-2 text-muted">
        <Icon name="clip" />
        {fileName}
      </span>
      <Missing />
    </span>
  )
}

function whyNotShown({ isImage, mediaType }: Omit<Attachment, 'shown'>, isBroken: boolean) {
  const [, sort = '', kind = ''] =
    /^(image|video|audio)\/(?:x-|vnd\.)?([^;]+)/.exec(mediaType) ?? []
  if (sort === '') return undefined
  if (isBroken) return t(isImage ? say.broken : say.brokenFilm)
  return t(isImage ? say.notShown : say.notPlayed, { kind: kind.toUpperCase() })
}

function Original({
  src,
  fileName,
  children,
}: Pick<Attachment, 'src' | 'fileName'> & { readonly children: string | undefined }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <OriginalLink
        src={src}
        className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line bg-raised px-3 text-ours underline"
      >
        <Icon name="clip" />
        {fileName}
      </OriginalLink>
      {children && <span className="text-small text-muted">{children}</span>}
    </span>
  )
}
