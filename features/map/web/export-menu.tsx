import { language, t } from '#kit/web/language.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { Downloading } from '#kit/web/ui/feedback/downloading.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { map } from '../contract.ts'
import { say } from '../copy.ts'

/** The table as a file. */
export function ExportMenu() {
  const { received, start, stop } = useDownload()
  const save = (format: 'xlsx' | 'csv') =>
    void start(map.exportAreas, { query: { language, format } })
  return (
    <>
      <Downloading received={received} onStop={stop} />
      <ButtonMenu
        label={t(say.export)}
        look="plain"
        button={
          <>
            <Icon name="download" />
            <span className="max-sm:hidden">{t(say.export)}</span>
          </>
        }
      >
        <Item id="xlsx" icon="table" onAction={() => save('xlsx')}>
          {t(say.exportWorkbook)}
        </Item>
        <Item id="csv" icon="file" onAction={() => save('csv')}>
          {t(say.exportCsv)}
        </Item>
      </ButtonMenu>
    </>
  )
}
