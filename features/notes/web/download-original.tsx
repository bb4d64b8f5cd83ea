import { t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'
import { OriginalLink } from './original-link.tsx'

/** The original, byte for byte, beside its rendition. */
export function DownloadOriginal({ src }: { src: string }) {
  return (
    <OriginalLink src={src} className="inline-flex min-h-8 items-center gap-2 text-ours underline">
      <Icon name="download" />
      {t(say.original)}
    </OriginalLink>
  )
}
