import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'
import { DownloadOriginal } from './download-original.tsx'

type Props = Pick<Note['attachments'][number], 'src' | 'fileName' | 'mediaType'> & {
  readonly shown: string
  readonly onBroken: () => void
}

/**
 * A film or a sound, played in place. The first viewer waits until its rendition is made. There are no
 * captions, because there is no transcript.
 */
export function NoteFilm({ src, shown, fileName: file, mediaType, onBroken }: Props) {
  const [isComing, setComing] = useState(true)
  const hasCome = () => setComing(false)
  const player = {
    src: shown,
    controls: true,
    // Enough to know its length: the rest is loaded when it is played.
    preload: 'metadata',
    onLoadedMetadata: hasCome,
    // Some phones load nothing before it is played.
    onSuspend: hasCome,
    onError: onBroken,
  } as const
  return (
    <div className="grid max-w-full justify-items-start gap-1">
      {mediaType.startsWith('audio/') ? (
        <audio {...player} aria-label={t(say.sound, { file })} className="max-w-full" />
      ) : (
        <video
          {...player}
          playsInline
          aria-label={t(say.film, { file })}
          className="max-h-80 min-h-28 max-w-full min-w-48 rounded-md border border-line bg-sunken"
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4">
        <DownloadOriginal src={src} />
        <span role="status" className="text-small text-muted">
          {isComing && t(say.preparing)}
        </span>
      </div>
    </div>
  )
}
