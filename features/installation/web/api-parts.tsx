import { type ReactNode, useId, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from './api/copy.ts'

/** Red deletes; our colour changes something; grey only reads. */
const tones: Readonly<Record<string, string>> = {
  GET: 'bg-quiet text-ink',
  DELETE: 'bg-alarm-soft text-alarm',
}

export function Method({ name }: { name: string }) {
  return (
    <span
      className={`inline-block w-16 rounded-md py-px text-center font-mono text-small font-strong ${tones[name] ?? 'bg-ours-soft text-ours'}`}
    >
      {name}
    </span>
  )
}

/** Code with a copy button where the browser lets a page copy. */
export function Code({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copyText = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <figure className="grid min-w-0 gap-1">
      <figcaption className="flex min-h-7 items-center justify-between gap-2">
        <span className="text-small font-strong text-muted">{label}</span>
        {window.isSecureContext && (
          <Button look="clear" size="small" onPress={() => void copyText()}>
            {isCopied && <Icon name="check" />}
            {t(isCopied ? say.copied : say.copyText)}
          </Button>
        )}
      </figcaption>
      <pre
        lang="en"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the keyboard.
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-small"
      >
        {text}
      </pre>
    </figure>
  )
}

/** Text of the document; backticks mark code. */
export function Words({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="font-mono text-[0.93em]">
        {part}
      </code>
    ),
  )
}

/** A part of a call's description. */
export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section
      {...(id && { id })}
      aria-labelledby={heading}
      className="grid min-w-0 content-start gap-3"
    >
      <h3 id={heading} className="text-large font-strong">
        {title}
      </h3>
      {children}
    </section>
  )
}

export const asJson = (value: unknown) => JSON.stringify(value, null, 2)
