import { t } from '#kit/web/language.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { DownloadMenu } from '#kit/web/ui/overlay/download-menu.tsx'
import { Item } from '#kit/web/ui/overlay/menu.tsx'
import { say } from '../../copy.ts'

type Format = 'xlsx' | 'csv'

/** A list as a file, in both formats. */
export function FilesOf({
  label,
  take,
}: {
  label: string
  take: (start: ReturnType<typeof useDownload>['start'], format: Format) => unknown
}) {
  const download = useDownload()
  return (
    <DownloadMenu label={label} download={download}>
      <Item id="xlsx" icon="table" onAction={() => void take(download.start, 'xlsx')}>
        {t(say.asWorkbook)}
      </Item>
      <Item id="csv" icon="file" onAction={() => void take(download.start, 'csv')}>
        {t(say.asCsv)}
      </Item>
    </DownloadMenu>
  )
}
