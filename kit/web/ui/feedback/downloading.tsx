import { t } from '#kit/web/language.ts'
import { sizeOf } from '#kit/web/read/files.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { Spinner } from './spinner.tsx'

/** The progress of a download, and its stop button: for `useDownload`. */
export function Downloading({
  received,
  onStop,
}: {
  received: number | undefined
  onStop: () => void
}) {
  if (received === undefined) return null
  return (
    <p className="flex items-center gap-2 text-small text-muted">
      <Spinner className="text-ours" />
      <span>{t(say.downloading, { size: sizeOf(received) })}</span>
      <Button look="clear" size="small" onPress={onStop}>
        {t(say.stop)}
      </Button>
    </p>
  )
}
