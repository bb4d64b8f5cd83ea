import { useState } from 'react'
import { TextArea as AriaTextArea, TextField, type TextFieldProps } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import {
  type Around,
  clearRefusal,
  fieldClass,
  inputClass,
  LabelledInput,
  type Refusable,
} from './field.tsx'

type Props = Omit<TextFieldProps, 'children' | 'className'> &
  Around &
  Refusable & { readonly placeholder?: string; readonly rows?: number }

/** In pixels, as in `--text-base`: an auto-sized area ignores `rows`. */
const lineHeight = 22

/** Several lines, as high as its text; where there is a limit, shows how many characters are left. */
export function TextArea({
  label,
  description,
  error,
  placeholder,
  rows = 3,
  className = '',
  ...rest
}: Props) {
  const { value, defaultValue, maxLength, onChange } = rest
  const [typed, setTyped] = useState(defaultValue ?? '')
  const left = maxLength === undefined ? undefined : maxLength - (value ?? typed).length
  return (
    <TextField
      {...rest}
      {...(error && { isInvalid: true })}
      onChange={(text) => {
        setTyped(text)
        onChange?.(text)
      }}
      className={`${fieldClass} ${className}`}
    >
      <LabelledInput label={label} description={description} error={error}>
        <AriaTextArea
          rows={rows}
          onInput={clearRefusal}
          style={{ minHeight: 14 + rows * lineHeight }}
          className={`${inputClass} field-sizing-content h-auto max-h-80 max-sm:h-auto! resize-y py-1.5 wrap-anywhere`}
          {...(placeholder && { placeholder })}
        />
        {left !== undefined && (
          <p className="justify-self-end text-small text-muted">
            {t(say.lettersLeft, { count: left })}
          </p>
        )}
      </LabelledInput>
    </TextField>
  )
}
