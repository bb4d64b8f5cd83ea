import { type ReactNode, useRef } from 'react'
import { Group } from 'react-aria-components'
import { language, t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'
import { type Blank, blankIn } from '../domain.ts'

type Props = {
  readonly known: readonly Blank[]
  readonly value: string
  readonly onChange: (text: string) => void
  /** The text area that holds `value`. */
  readonly children: ReactNode
}

/** A text area with a button for each blank, which puts it where the cursor is, in the reader's language. */
export function WithBlanks({ known, value, onChange, children }: Props) {
  const around = useRef<HTMLDivElement>(null)
  const insert = (blank: Blank) => {
    const area = around.current?.querySelector('textarea')
    const [start, end] = [area?.selectionStart ?? value.length, area?.selectionEnd ?? value.length]
    const word = blankIn(blank, language)
    onChange(value.slice(0, start) + word + value.slice(end))
    area?.focus()
    // Once the text is in the field.
    requestAnimationFrame(() => area?.setSelectionRange(start + word.length, start + word.length))
  }
  return (
    <div ref={around} className="grid gap-2">
      {children}
      <Group
        aria-label={t(say.blanks)}
        className="flex flex-wrap items-center gap-2 text-small text-muted"
      >
        <span>{t(say.blanks)}</span>
        {known.map((blank) => (
          <Button key={blank} size="small" onPress={() => insert(blank)}>
            <Icon name="plus" />
            {t(words[blank])}
          </Button>
        ))}
      </Group>
    </div>
  )
}

const words = {
  name: say.blankName,
  station: say.blankStation,
  deadline: say.blankDeadline,
} as const satisfies Record<Blank, unknown>
