import {
  Button as AriaButton,
  NumberField as AriaNumberField,
  Group,
  Input,
  type NumberFieldProps,
} from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import {
  type Around,
  clearRefusal,
  fieldClass,
  inputClass,
  LabelledInput,
  type Refusable,
} from './field.tsx'

type Props = Omit<NumberFieldProps, 'children' | 'className'> & Around & Refusable

/** A number, typed or stepped. Empty is NaN, as in React Aria. */
export function NumberField({ label, description, error, className = '', ...rest }: Props) {
  return (
    <AriaNumberField
      {...rest}
      {...(error && { isInvalid: true })}
      className={`${fieldClass} ${className}`}
    >
      <LabelledInput label={label} description={description} error={error}>
        <Group className="relative">
          <Input className={`${inputClass} pe-16 max-sm:pe-20`} onInput={clearRefusal} />
          <div className="absolute inset-y-px end-px flex">
            <Step slot="decrement" label={t(say.decrease)} icon="minus" />
            <Step slot="increment" label={t(say.increase)} icon="plus" />
          </div>
        </Group>
      </LabelledInput>
    </AriaNumberField>
  )
}

function Step({
  slot,
  label,
  icon,
}: {
  slot: 'decrement' | 'increment'
  label: string
  icon: 'minus' | 'plus'
}) {
  return (
    <AriaButton
      slot={slot}
      aria-label={label}
      className="grid w-7 max-sm:w-9 place-content-center rounded-md text-muted hover:text-ink disabled:opacity-40"
    >
      <Icon name={icon} />
    </AriaButton>
  )
}
