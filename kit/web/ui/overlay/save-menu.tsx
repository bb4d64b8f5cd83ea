import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { ButtonMenu, Item } from './menu.tsx'

type Props = {
  /** The title of the download. */
  readonly title: string
  /** Without it there is currently no picture, only numbers. */
  readonly onPicture?: ((kind: 'svg' | 'png') => void) | undefined
  readonly onNumbers: () => void
}

/** Downloads a chart: as a picture for a slide or a message, or as the numbers behind it. */
export function SaveMenu({ title, onPicture, onNumbers }: Props) {
  return (
    <ButtonMenu label={t(say.saveChart, { title })} button={<Icon name="download" />}>
      {onPicture && (
        <>
          <Item id="png" icon="chart" onAction={() => onPicture('png')}>
            {t(say.savePng)}
          </Item>
          <Item id="svg" icon="chart" onAction={() => onPicture('svg')}>
            {t(say.saveSvg)}
          </Item>
        </>
      )}
      <Item id="csv" icon="table" onAction={onNumbers}>
        {t(say.saveCsv)}
      </Item>
    </ButtonMenu>
  )
}
