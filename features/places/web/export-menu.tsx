import { language, t } from '#kit/web/language.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { DownloadMenu } from '#kit/web/ui/overlay/download-menu.tsx'
import { Item } from '#kit/web/ui/overlay/menu.tsx'
import { places } from '../contract.ts'
import { say } from '../copy.ts'

/** Counties and stations as files; each of them can be imported again. */
export function ExportMenu() {
  const download = useDownload()
  const csv = { query: { language, format: 'csv' } } as const
  return (
    <DownloadMenu label={t(say.export)} download={download}>
      <Item
        id="both"
        icon="table"
        onAction={() => void download.start(places.exportCounties, { query: { language } })}
      >
        {t(say.exportBoth)}
      </Item>
      <Item
        id="counties"
        icon="file"
        onAction={() => void download.start(places.exportCounties, csv)}
      >
        {t(say.exportCountiesCsv)}
      </Item>
      <Item
        id="stations"
        icon="file"
        onAction={() => void download.start(places.exportStations, csv)}
      >
        {t(say.exportStationsCsv)}
      </Item>
    </DownloadMenu>
  )
}
