import { language, t } from '#kit/web/language.ts'
import { useDownload } from '#kit/web/read/files.ts'
import { Downloading } from '#kit/web/ui/feedback/downloading.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { places } from '../contract.ts'
import { say } from '../copy.ts'

/** Counties and stations as files; each of them can be imported again. */
export function ExportMenu() {
  const { received, start, stop } = useDownload()
  const csv = { query: { language, format: 'csv' } } as const
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
        <Item
          id="both"
          icon="table"
          onAction={() => void start(places.exportCounties, { query: { language } })}
        >
          {t(say.exportBoth)}
        </Item>
        <Item id="counties" icon="file" onAction={() => void start(places.exportCounties, csv)}>
          {t(say.exportCountiesCsv)}
        </Item>
        <Item id="stations" icon="file" onAction={() => void start(places.exportStations, csv)}>
          {t(say.exportStationsCsv)}
        </Item>
      </ButtonMenu>
    </>
  )
}
