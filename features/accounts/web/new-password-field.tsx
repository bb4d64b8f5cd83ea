import { t } from '#kit/web/language.ts'
import { PasswordField } from '#kit/web/ui/field/field.tsx'
import { say } from '../copy.ts'

/** A password that is chosen now, and what it must be like. */
export function NewPasswordField({
  label = t(say.newPassword),
  description,
  ...typed
}: {
  label?: string
  /** Says what leaving it empty means, where that may be done. */
  description?: string
  value?: string
  onChange?: (password: string) => void
}) {
  return (
    <PasswordField
      label={label}
      description={description ?? t(say.passwordAbout)}
      {...typed}
      name="password"
      autoComplete="new-password"
      isRequired={description === undefined}
    />
  )
}
