import { type FormEvent, type ReactNode, useState } from 'react'
import {
  Button as AriaButton,
  FieldError,
  Input,
  type InputProps,
  Label,
  Text,
  TextField,
  type TextFieldProps,
} from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'

export const labelClass = 'text-small font-strong text-muted'

export const inputClass =
  'h-9 w-full min-w-0 rounded-md border border-edge bg-raised px-3 max-sm:h-11 text-ink placeholder:text-muted focus:outline-2 focus:outline-offset-0 focus:outline-ours invalid:border-alarm disabled:opacity-50'

/** The frame of every field. */
export const fieldClass = 'grid min-w-0 content-start gap-1'

/** The parts around every input: its label above, its description below. */
export type Around = {
  readonly label: string
  /** Shown below, before anything is wrong. */
  readonly description?: string | undefined
  readonly className?: string
}

/** The error of a field without a form around it. */
export type Refusable = { readonly error?: string | undefined }

type Props = Omit<TextFieldProps, 'children' | 'className'> &
  Around &
  Refusable & {
    readonly placeholder?: string
    readonly inputMode?: InputProps['inputMode']
  }

/**
 * New input clears the refusal. React Aria waits for the browser's `change`, which fires on leaving: then the
 * content below would move under the approaching pointer.
 */
export const clearRefusal = ({ currentTarget }: FormEvent<HTMLElement>): void => {
  currentTarget.dispatchEvent(new Event('change'))
}

/** A text field; its error is shown below. */
export function Field({
  label,
  description,
  error,
  placeholder,
  inputMode,
  className = '',
  ...rest
}: Props) {
  return (
    <TextField
      {...rest}
      {...(error && { isInvalid: true })}
      className={`${fieldClass} ${className}`}
    >
      <LabelledInput label={label} description={description} error={error}>
        <Input
          className={inputClass}
          onInput={clearRefusal}
          {...(placeholder && { placeholder })}
          {...(inputMode && { inputMode })}
        />
      </LabelledInput>
    </TextField>
  )
}

export function PasswordField({ label, description, error, className = '', ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      {...(error && { isInvalid: true })}
      type={isShown ? 'text' : 'password'}
      className={`${fieldClass} ${className}`}
    >
      <LabelledInput label={label} description={description} error={error}>
        <div className="relative">
          <Input className={`${inputClass} pe-10`} onInput={clearRefusal} />
          <AriaButton
            slot={null}
            aria-pressed={isShown}
            aria-label={t(isShown ? say.hidePassword : say.showPassword)}
            onPress={() => setShown(!isShown)}
            className={`absolute inset-y-0 end-0 grid w-9 place-content-center rounded-md ${isShown ? 'text-ours' : 'text-muted'}`}
          >
            <Icon name="eye" />
          </AriaButton>
        </div>
      </LabelledInput>
    </TextField>
  )
}

/** Inside a field of React Aria: label, input, description, error. */
export function LabelledInput({
  label,
  description,
  error,
  children,
}: Around & Refusable & { readonly children: ReactNode }) {
  return (
    <>
      <Label className={labelClass}>{label}</Label>
      {children}
      {description && (
        <Text slot="description" className="text-small text-muted">
          {description}
        </Text>
      )}
      <FieldError className="text-small text-alarm">{error}</FieldError>
    </>
  )
}

/** Shows in red what went wrong with the whole form. */
export function Alert({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-md border border-alarm bg-alarm-soft px-3 py-2 text-alarm"
    >
      <Icon name="warning" className="mt-0.5" />
      <div>{children}</div>
    </div>
  )
}
