import { type FormEvent, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { canonicalTag } from '../../translations/tag-domain.ts'
import { say } from './copy.ts'
import { languageName } from './language-name.ts'

/** Languages that elections nearby are observed in; any other one can be typed. */
const usual = ['ro', 'hu', 'en', 'de', 'uk', 'ru', 'fr', 'rom', 'bg', 'sr']

type Props = {
  readonly title: string
  /** Those that the form has. */
  readonly taken: readonly string[]
  readonly onChoose: (language: string) => void
  readonly onClose: () => void
}

/** Asks for a language: one of the usual ones, or any by its tag. */
export function LanguageWindow({ title, taken, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const tag = canonicalTag(typed.trim())
  const choose = (event: FormEvent) => {
    event.preventDefault()
    if (!tag) setError(t(say.notTag))
    else if (taken.includes(tag)) setError(t(say.hasTag))
    else onChoose(tag)
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form noValidate onSubmit={choose} className="grid gap-4">
        <Field
          label={t(say.tag)}
          description={tag ? languageName(tag) : t(say.tagAbout)}
          error={error}
          value={typed}
          maxLength={35}
          autoFocus
          onChange={(to) => {
            setTyped(to)
            setError(undefined)
          }}
        />
        <div className="flex flex-wrap gap-2">
          {usual
            .filter((each) => !taken.includes(each))
            .map((each) => (
              <Button key={each} size="small" onPress={() => onChoose(each)}>
                {languageName(each)}
              </Button>
            ))}
        </div>
        <DialogButtons>
          <Button onPress={onClose}>{t(say.cancel)}</Button>
          <Button look="primary" type="submit">
            {title}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
