import { t } from '#kit/web/language.ts'
import { PasswordField } from '#kit/web/ui/field/field.tsx'
import { say } from '../copy.ts'

/** A field for a new password, with its rules. */
export function NewPasswordField({
  label = t(say.newPassword),
  description,
  ...typed
}: {
  label?: string
  /** The meaning of an empty field, if it may be empty. */
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
