import { Button as AriaButton } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Enlarge } from '#kit/web/ui/overlay/dialog.tsx'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'
import { DownloadOriginal } from './download-original.tsx'

type Props = Pick<Note['attachments'][number], 'src' | 'fileName'> & {
  readonly shown: string
  readonly onBroken: () => void
  readonly isSmall?: boolean
}

/** The rendition of a photograph, small among the text; enlarged, with a link to the original. */
export function NotePicture({ src, shown, fileName: file, onBroken, isSmall = false }: Props) {
  const button = (
    <AriaButton aria-label={t(say.enlarge, { file })} className="block cursor-zoom-in rounded-md">
      <img
        src={shown}
        alt=""
        loading="lazy"
        onError={onBroken}
        className={`rounded-md border border-line bg-sunken object-cover ${isSmall ? 'size-16' : 'h-28 max-w-full min-w-20'}`}
      />
    </AriaButton>
  )
  return (
    <Enlarge
      trigger={button}
      label={t(say.image, { file })}
      beside={<DownloadOriginal src={src} />}
    >
      <img
        src={shown}
        alt={t(say.image, { file })}
        className="max-h-[80dvh] w-[min(85vw,960px)] rounded-md object-contain"
      />
    </Enlarge>
  )
}
