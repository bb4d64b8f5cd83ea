import { memo, useId } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import type { TextPart, TextToTranslate } from '../../translation-contract.ts'
import { stateOf } from '../../translations/texts-domain.ts'
import { say } from './copy.ts'
import { languageName } from './language-name.ts'
import { type Edit, isContested, withEdit } from './use-translating.ts'

type Props = {
  readonly text: TextToTranslate
  readonly edit: Edit | undefined
  readonly language: string
  /** Of the form’s own text. */
  readonly own: string
  readonly set: (key: string, edit: Partial<Edit> | undefined) => void
  readonly fillSame: (key: string) => void
}

/** A text of the form, and beside it its translation. */
export const TextRow = memo(({ text, edit, language, own, set, fillSame }: Props) => {
  const id = useId()
  const { key, part } = text
  const { to, from } = withEdit(text, edit)
  const state = stateOf(text.text, { to, from })
  const isTitle = part === 'form' || part === 'section'
  return (
    <li
      style={{ containIntrinsicHeight: 'auto 110px' }}
      className={`grid gap-x-6 gap-y-2 border-b border-line py-3 [content-visibility:auto] md:grid-cols-2 ${edit ? 'bg-ours-soft' : ''}`}
    >
      <p
        id={id}
        lang={own}
        className={`min-w-0 px-2 wrap-anywhere ${isTitle ? 'font-strong' : ''}`}
      >
        {text.text}
      </p>
      <div className="grid min-w-0 content-start gap-2 px-2">
        <TextArea
          label={t(say.into, { part: partName(text), language: languageName(language) })}
          aria-describedby={id}
          rows={1}
          value={to}
          onChange={(typed) => set(key, { to: typed, from: text.text })}
          onBlur={() => fillSame(key)}
        />
        {state === 'outdated' && (
          <Notice title={t(say.changedFrom, { text: from })}>
            <Button size="small" onPress={() => set(key, { to, from: text.text })}>
              {t(say.stillRight)}
            </Button>
          </Notice>
        )}
        {isContested(text, edit) && (
          <Notice title={text.to ? t(say.theirs, { text: text.to }) : t(say.theirsEmpty)}>
            <Button size="small" onPress={() => set(key, undefined)}>
              {t(say.takeTheirs)}
            </Button>
            <Button size="small" onPress={() => set(key, { to, from, was: text.to })}>
              {t(say.keepMine)}
            </Button>
          </Notice>
        )}
      </div>
    </li>
  )
})

function Notice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-attention-soft px-2 py-1 text-small">
      <p className="min-w-0 flex-1 wrap-anywhere">{title}</p>
      {children}
    </div>
  )
}

const parts = {
  form: say.form,
  section: say.section,
  question: say.question,
  option: say.option,
} satisfies Record<TextPart, Copy>

function partName({ part, field, code }: TextToTranslate): string {
  const name = t(parts[part], { code }).trim()
  return field === 'hint' ? t(say.hint, { part: name }) : name
}
