import { language, t } from '#kit/web/language.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { DownloadMenu } from '#kit/web/ui/overlay/download-menu.tsx'
import { Item } from '#kit/web/ui/overlay/menu.tsx'
import { statistics } from '../../contract.ts'
import { say } from '../../copy.ts'
import { coverageQueryOf, participationQueryOf, useCoverageSearch } from './use-coverage.ts'

/** Exports either table with the current filters. */
export function ExportMenu() {
  const { search } = useCoverageSearch()
  const download = useDownload()
  const saveCoverage = (format: 'xlsx' | 'csv') =>
    void download.start(statistics.exportCoverage, {
      query: { ...coverageQueryOf(search), language, format },
    })
  const saveParticipation = (format: 'xlsx' | 'csv') =>
    void download.start(statistics.exportParticipation, {
      query: { ...participationQueryOf(search), language, format },
    })
  return (
    <DownloadMenu label={t(say.export)} download={download}>
      <Item id="coverage-xlsx" icon="table" onAction={() => saveCoverage('xlsx')}>
        {t(say.coverageWorkbook)}
      </Item>
      <Item id="coverage-csv" icon="file" onAction={() => saveCoverage('csv')}>
        {t(say.coverageCsv)}
      </Item>
      <Item id="participation-xlsx" icon="table" onAction={() => saveParticipation('xlsx')}>
        {t(say.participationWorkbook)}
      </Item>
      <Item id="participation-csv" icon="file" onAction={() => saveParticipation('csv')}>
        {t(say.participationCsv)}
      </Item>
    </DownloadMenu>
  )
}
