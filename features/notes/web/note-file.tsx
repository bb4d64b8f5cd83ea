import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Enlarge } from '#kit/web/ui/dialog.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'

type Attachment = Note['attachments'][number]

/** A file of a note: the picture that was made of a photograph, or what came, to be downloaded. */
export function NoteFile({ picture, ...file }: Attachment) {
  const [isBroken, setBroken] = useState(false)
  if (picture && !isBroken)
    return <Picture {...file} picture={picture} onBroken={() => setBroken(true)} />
  return <Original {...file}>{whyNotShown(file, isBroken)}</Original>
}

function whyNotShown({ isImage, mediaType }: Omit<Attachment, 'picture'>, isBroken: boolean) {
  if (isBroken) return t(say.broken)
  const kind = mediaType.replace(/^image\/(x-)?/, '').toUpperCase()
  return isImage ? t(say.notShown, { kind }) : undefined
}

type PictureProps = Pick<Attachment, 'src' | 'fileName'> & {
  readonly picture: string
  readonly onBroken: () => void
}

function Picture({ src, picture, fileName: file, onBroken }: PictureProps) {
  const button = (
    <AriaButton aria-label={t(say.enlarge, { file })} className="block cursor-zoom-in rounded-md">
      <img
        src={picture}
        alt=""
        loading="lazy"
        onError={onBroken}
        className="h-28 max-w-full min-w-20 rounded-md border border-line bg-sunken object-cover"
      />
    </AriaButton>
  )
  const original = (
    <a href={src} className="inline-flex min-h-8 items-center gap-2 text-ours underline">
      <Icon name="download" />
      {t(say.original)}
    </a>
  )
  return (
    <Enlarge trigger={button} label={t(say.image, { file })} beside={original}>
      <img
        src={picture}
        alt={t(say.image, { file })}
        className="max-h-[80dvh] w-[min(85vw,960px)] rounded-md object-contain"
      />
    </Enlarge>
  )
}

function Original({
  src,
  fileName,
  children,
}: Pick<Attachment, 'src' | 'fileName'> & { readonly children: string | undefined }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <a
        href={src}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line bg-raised px-3 text-ours underline"
      >
        <Icon name="clip" />
        {fileName}
      </a>
      {children && <span className="text-small text-muted">{children}</span>}
    </span>
  )
}
