import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import { randomPin } from './pin.ts'

type Props = {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly onChange: (pin: string) => void
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

/** A PIN in an edit conflict, masked from the user and from onlookers. */
export const shownPin = (pin: string): string =>
  pin === '' ? t(say.pinOfAnother) : '•'.repeat(pin.length)

/** A typed or generated pin; a generated one is shown, because it must be passed on. */
export function PinField({ onChange, isDisabled = false, ...field }: Props) {
  const [isShown, setShown] = useState(false)
  const draw = () => {
    onChange(randomPin())
    setShown(true)
  }
  return (
    <div className="grid gap-2">
      <Field
        {...field}
        name="pin"
        type={isShown ? 'text' : 'password'}
        // The browser must neither fill in nor store another person's credentials.
        autoComplete="new-password"
        onChange={onChange}
        isDisabled={isDisabled}
      />
      {!isDisabled && (
        <div className="flex flex-wrap items-center gap-1">
          <Button size="small" onPress={draw}>
            <Icon name="dice" />
            {t(say.generatePin)}
          </Button>
          <IconButton
            icon="eye"
            label={t(isShown ? say.hidePin : say.showPin)}
            onPress={() => setShown(!isShown)}
            className={isShown ? 'text-ours' : ''}
          />
          <CopyPin pin={field.value} />
        </div>
      )}
    </div>
  )
}

/** Only where the browser allows writing to the clipboard: over https, or on this machine. */
function CopyPin({ pin }: { pin: string }) {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (!clipboard) return null
  const copy = () => clipboard.writeText(pin).then(() => toast.success({ title: t(say.pinCopied) }))
  return (
    <IconButton
      icon="copy"
      label={t(say.copyPin)}
      isDisabled={pin === ''}
      onPress={() => void copy()}
    />
  )
}
