import type { ImportReport } from '#kit/contract/import/import.ts'
import { refusedFile } from '#kit/contract/import/refused.ts'
import { language, t } from '#kit/web/language.ts'
import { saveFile } from '#kit/web/read/files.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import type { Column } from '../table/columns.ts'
import { Table } from '../table/table.tsx'
import {
  columnsOf,
  type ImportField,
  keyOf,
  lineColumn,
  reasonColumn,
  scrolling,
} from './import-columns.ts'

type Wrong = ImportReport['wrong'][number]

/** The wrong rows, and why; as a file they can be corrected. */
export function WrongRows({
  report: { wrong, columns, separator },
  shown,
}: {
  report: ImportReport
  shown: readonly ImportField[]
}) {
  const isOverfull = ({ uploaded }: Wrong) => uploaded.slice(columns.length).some(Boolean)
  const why = wrong.some(isOverfull) ? [reasonColumn, wholeRow(isOverfull)] : [reasonColumn]
  const save = () => {
    const headings = columns.map(({ heading }) => heading)
    const rows = wrong.map(({ uploaded, ...row }) => ({ ...row, cells: uploaded }))
    const text = refusedFile({ headings, separator, rows }, language)
    saveFile(new Blob([text], { type: 'text/csv' }), `${t(say.wrongRows)}.csv`)
  }
  return (
    <>
      <Table
        label={t(say.wrongRows)}
        columns={[lineColumn, ...why, ...columnsOf(shown)]}
        rows={wrong}
        keyOf={keyOf}
        nameOf={keyOf}
        empty={null}
        isLong
        className={scrolling}
      />
      <div className="p-3">
        <Button size="small" onPress={save}>
          <Icon name="download" />
          {t(say.downloadWrong)}
        </Button>
      </div>
    </>
  )
}

/** All cells of a row that has more of them than headings: some are under the wrong heading. */
const wholeRow = (isOverfull: (row: Wrong) => boolean): Column<Wrong> => ({
  id: 'whole row',
  title: t(say.wholeRow),
  width: '30rem',
  cell: (row) => (isOverfull(row) ? row.uploaded.join(' │ ') : ''),
})

/** The rows that may be stored and look wrong, and why. */
export const DoubtedRows = ({
  doubted,
  shown,
}: Pick<ImportReport, 'doubted'> & { shown: readonly ImportField[] }) => (
  <Table
    label={t(say.doubtedRows)}
    columns={[lineColumn, reasonColumn, ...columnsOf(shown)]}
    rows={doubted}
    keyOf={keyOf}
    nameOf={keyOf}
    empty={null}
    isLong
    className={scrolling}
  />
)
