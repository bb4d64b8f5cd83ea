import { parseDate } from '@internationalized/date'
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  I18nProvider,
  Popover,
} from 'react-aria-components'
import { locale } from '#kit/web/language.ts'
import { buttonClass } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { isLaterPress } from '../overlay/double-click.ts'
import { type Around, fieldClass, inputClass, LabelledInput } from './field.tsx'

type Props = Around & {
  readonly name?: string
  /** As `2026-11-22`; empty: none. The form sends the same. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isRequired?: boolean
}

/** A date field in the reader's language: the browser's own may use another. */
export function DayField({ label, description, className = '', value, onChange, ...rest }: Props) {
  return (
    <I18nProvider locale={locale}>
      <DatePicker
        {...rest}
        value={value === '' ? null : parseDate(value)}
        onChange={(day) => onChange(day?.toString() ?? '')}
        firstDayOfWeek="mon"
        shouldForceLeadingZeros
        className={`${fieldClass} ${className}`}
      >
        <LabelledInput label={label} description={description}>
          <Group
            className={`${inputClass} flex items-center justify-between pe-0! focus-within:outline-2 focus-within:outline-ours`}
          >
            <DateInput className="flex">
              {(segment) => (
                <DateSegment
                  segment={segment}
                  className="rounded-md px-0.5 tabular-nums outline-none focus:bg-ours-soft focus:text-ours data-placeholder:text-muted"
                />
              )}
            </DateInput>
            <AriaButton className="grid h-full w-9 place-content-center rounded-md text-muted hover:text-ink max-sm:w-11">
              <Icon name="table" />
            </AriaButton>
          </Group>
        </LabelledInput>
        <Popover
          shouldCloseOnInteractOutside={isLaterPress}
          className="rounded-md border border-line bg-raised p-3 shadow-floating"
        >
          <Dialog className="outline-none">
            <Days />
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}

function Days() {
  return (
    <Calendar>
      <header className="flex items-center justify-between gap-2 pb-2">
        <AriaButton slot="previous" className={buttonClass('bare', 'square')}>
          <Icon name="previous" />
        </AriaButton>
        <Heading className="font-strong" />
        <AriaButton slot="next" className={buttonClass('bare', 'square')}>
          <Icon name="next" />
        </AriaButton>
      </header>
      <CalendarGrid className="text-center tabular-nums [&_th]:text-small [&_th]:font-normal [&_th]:text-muted">
        {(day) => (
          <CalendarCell
            date={day}
            className="grid size-9 cursor-default place-content-center rounded-md hover:bg-sunken selected:bg-ours-fill selected:text-on-ours data-outside-month:invisible max-sm:size-11"
          />
        )}
      </CalendarGrid>
    </Calendar>
  )
}
