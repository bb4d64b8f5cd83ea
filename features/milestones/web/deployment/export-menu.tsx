import { language, t } from '#kit/web/language.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { DownloadMenu } from '#kit/web/ui/overlay/download-menu.tsx'
import { Item } from '#kit/web/ui/overlay/menu.tsx'
import { milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { filterOf, useDeploymentSearch } from './deployment-search.ts'

/** The filtered list, as a file. */
export function ExportMenu() {
  const { search } = useDeploymentSearch()
  const download = useDownload()
  const take = (format: 'xlsx' | 'csv') =>
    void download.start(milestones.export, { query: { ...filterOf(search), format, language } })
  return (
    <DownloadMenu label={t(say.export)} download={download}>
      <Item id="xlsx" icon="table" onAction={() => take('xlsx')}>
        {t(say.asWorkbook)}
      </Item>
      <Item id="csv" icon="file" onAction={() => take('csv')}>
        {t(say.asCsv)}
      </Item>
    </DownloadMenu>
  )
}
