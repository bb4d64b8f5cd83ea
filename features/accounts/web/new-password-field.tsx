import { t } from '#kit/web/language.ts'
import { PasswordField } from '#kit/web/ui/field.tsx'
import { say } from '../copy.ts'

/** A password that is chosen now, and what it must be like. */
export function NewPasswordField({ label = t(say.newPassword) }: { label?: string }) {
  return (
    <PasswordField
      label={label}
      description={t(say.passwordAbout)}
      name="password"
      autoComplete="new-password"
      isRequired
    />
  )
}
