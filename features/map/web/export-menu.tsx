import type { Id } from '#kit/contract/value/id.ts'
import { language, t } from '#kit/web/language.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { DownloadMenu } from '#kit/web/ui/overlay/download-menu.tsx'
import { Item } from '#kit/web/ui/overlay/menu.tsx'
import { map } from '../contract.ts'
import { say } from '../copy.ts'

/** The table as a file: of the counties, or of the municipalities of one. */
export function ExportMenu({ countyId }: { countyId: Id<'areas'> | undefined }) {
  const download = useDownload()
  const save = (format: 'xlsx' | 'csv') =>
    void download.start(map.exportAreas, {
      query: { language, format, countyId },
    })
  return (
    <DownloadMenu label={t(say.export)} download={download}>
      <Item id="xlsx" icon="table" onAction={() => save('xlsx')}>
        {t(say.exportWorkbook)}
      </Item>
      <Item id="csv" icon="file" onAction={() => save('csv')}>
        {t(say.exportCsv)}
      </Item>
    </DownloadMenu>
  )
}
