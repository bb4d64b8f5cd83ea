import { Children, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { useHandedFocus } from '../handed-focus.ts'
import { Icon } from '../icon.tsx'

/** An active filter, and the change that removes it. Without a value it is not active. */
export type Chip<Change> = {
  readonly label?: string
  readonly value: string | number | false | undefined
  readonly without: Change
}

type Props<Change> = {
  readonly chips: readonly Chip<Change>[]
  readonly onChange: (change: Change) => void
  /** Below which width the fields fold into a button. */
  readonly folds?: keyof typeof folded
  /** How the fields are laid out. */
  readonly className?: string
  /** The content beside the chips. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

const folded = {
  sm: { button: 'sm:hidden', fields: 'max-sm:hidden!', idle: 'max-sm:hidden' },
  lg: { button: 'lg:hidden', fields: 'max-lg:hidden!', idle: 'max-lg:hidden' },
} as const

/**
 * The filters of a list. Each acts at once; the active ones are chips, to be removed one by one or all together.
 * Their values are in the URL.
 */
export function FilterBar<Change extends object>({
  chips,
  onChange,
  folds = 'sm',
  className = 'flex flex-wrap items-end gap-x-3 gap-y-2 max-sm:grid max-sm:basis-full',
  beside,
  children,
}: Props<Change>) {
  const [isUnfolded, setUnfolded] = useState(false)
  const [resets, setResets] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const among = useRef<HTMLDivElement>(null)
  const id = useId()
  const hides = folded[folds]
  /** There may be chips alone. */
  const hasFields = Children.toArray(children).length > 0
  const active = chips.filter(({ value }) => value !== undefined && value !== false)

  const reset = () => {
    onChange(Object.assign({}, ...active.map(({ without }) => without)))
    // New fields: they must not send what was typed just now.
    setResets(resets + 1)
  }
  useEffect(() => {
    if (resets > 0) focusFirst(form.current)
  }, [resets])

  return (
    <Form
      ref={form}
      role="search"
      aria-label={t(say.filters)}
      onSubmit={(event) => event.preventDefault()}
      className="flex min-w-0 flex-wrap items-end gap-x-3 gap-y-2 print:hidden"
    >
      {hasFields && (
        <Button
          aria-expanded={isUnfolded}
          aria-controls={id}
          onPress={() => setUnfolded(!isUnfolded)}
          className={`order-1 ${hides.button}`}
        >
          <Icon name="filter" />
          {active.length > 0 ? t(say.filtersInUse, { count: active.length }) : t(say.filters)}
        </Button>
      )}
      {hasFields && (
        <div
          key={resets}
          id={id}
          className={`order-3 ${className} ${isUnfolded ? '' : hides.fields}`}
        >
          {children}
        </div>
      )}
      {beside && (
        <div
          className={`order-3 flex flex-wrap items-center gap-x-6 gap-y-2 self-center ${isUnfolded ? '' : hides.fields}`}
        >
          {beside}
        </div>
      )}
      <div ref={among} className="order-3 flex min-w-0 flex-wrap items-center gap-1">
        {active.map(({ label, value, without }) => {
          const name = label === undefined ? String(value) : `${label}: ${value}`
          const key = `${Object.keys(without).join()} ${name}`
          return <Removal key={key} name={name} among={among} onPress={() => onChange(without)} />
        })}
        <Button
          look="bare"
          isDisabled={active.length === 0}
          onPress={reset}
          className={active.length > 0 || isUnfolded ? '' : hides.idle}
        >
          {t(say.reset)}
        </Button>
      </div>
    </Form>
  )
}

type RemovalProps = {
  readonly name: string
  readonly among: RefObject<HTMLElement | null>
  readonly onPress: () => void
}

function Removal({ name, among, onPress }: RemovalProps) {
  useHandedFocus(among)
  return (
    <Button look="quiet" size="small" onPress={onPress} className="max-w-full">
      <span className="sr-only">{t(say.withoutFilter, { name })}</span>
      <span aria-hidden="true" className="truncate">
        {name}
      </span>
      <Icon name="cross" />
    </Button>
  )
}

const focusFirst = (form: HTMLElement | null) =>
  [...(form?.querySelectorAll<HTMLElement>('input:not([type=hidden]), button') ?? [])]
    .find((one) => one.checkVisibility())
    ?.focus()
