import { t } from '#kit/web/language.ts'
import { PasswordField } from '#kit/web/ui/field.tsx'
import { say } from '../copy.ts'

/** A password that is chosen now, and what it must be like. */
export function NewPasswordField({
  label = t(say.newPassword),
  description,
}: {
  label?: string
  /** Says what leaving it empty means, where that may be done. */
  description?: string
}) {
  return (
    <PasswordField
      label={label}
      description={description ?? t(say.passwordAbout)}
      name="password"
      autoComplete="new-password"
      isRequired={description === undefined}
    />
  )
}
