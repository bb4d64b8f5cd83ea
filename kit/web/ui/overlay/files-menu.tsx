import { t } from '#kit/web/language.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { say } from '../copy.ts'
import { DownloadMenu } from './download-menu.tsx'
import { Item } from './menu.tsx'

type Props = {
  readonly label: string
  /** Starts the download of the list in one of its formats. */
  readonly take: (start: ReturnType<typeof useDownload>['start'], format: 'xlsx' | 'csv') => unknown
}

/** A list as a file, in both formats. */
export function FilesMenu({ label, take }: Props) {
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
