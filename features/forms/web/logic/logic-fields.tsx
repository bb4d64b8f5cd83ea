import { type ReactNode, use, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type Check, mostSigns } from '../../logic-contract.ts'
import { useActs } from '../editor/form-editor-acts.ts'
import type { DraftQuestion, DraftSection, Key } from '../editor/form-parts.ts'
import { type Errors, errorOf, errorsIn, type FieldName, fieldId } from '../editor/form-problems.ts'
import { say } from './copy.ts'
import { Notes } from './logic-notes.ts'

type SectionProps = { readonly section: DraftSection; readonly errors: Errors }

/** When a section is shown. */
export function SectionLogic({ section: { key, shownIf }, errors }: SectionProps) {
  const { change } = useActs()
  return (
    <Folded title={t(say.condition)} isOpen={shownIf !== ''} errors={errorsIn(errors, [key])}>
      <ShownIf
        of={key}
        value={shownIf}
        errors={errors}
        onChange={(to) => change({ type: 'set section', key, to: { shownIf: to } })}
      />
    </Folded>
  )
}

type Props = { readonly question: DraftQuestion; readonly errors: Errors }

/** When a question is shown, and the checks of its answer. */
export function QuestionLogic({ question: { key, shownIf, checks }, errors }: Props) {
  const { change } = useActs()
  const set = (to: Partial<Pick<DraftQuestion, 'shownIf' | 'checks'>>) =>
    change({ type: 'set question', key, to })
  const remove = (place: number) => {
    set({ checks: checks.toSpliced(place, 1) })
    toast.success({
      title: t(say.checkRemoved, { number: place + 1 }),
      undo: () => set({ checks }),
    })
  }
  return (
    <Folded title={t(say.logic)} isOpen={shownIf !== '' || checks.length > 0} errors={errors}>
      <ShownIf of={key} value={shownIf} errors={errors} onChange={(to) => set({ shownIf: to })} />
      {checks.map((check, place) => (
        <CheckFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a check is known by its place alone.
          key={place}
          of={key}
          place={place}
          check={check}
          errors={errors}
          onChange={(to) => set({ checks: checks.with(place, { ...check, ...to }) })}
          onRemove={() => remove(place)}
        />
      ))}
      <Button
        size="small"
        className="justify-self-start"
        onPress={() => set({ checks: [...checks, blankCheck] })}
      >
        <Icon name="plus" />
        {t(say.addCheck)}
      </Button>
    </Folded>
  )
}

const blankCheck: Check = { expression: '', severity: 'warning', message: { ro: '', en: '' } }

type FoldedProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly errors: Errors
  readonly children: ReactNode
}

/** Open at first where there is something in it, and wherever something in it is wrong. */
function Folded({ title, isOpen, errors, children }: FoldedProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen)
  const isWrong = [...errors.keys()].some((id) => /:(shownIf|checks\..*)$/.test(id))
  return (
    <details
      open={isUnfolded || isWrong}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary className="min-h-6 cursor-pointer text-small font-strong text-muted">
        {title}
      </summary>
      <div className="mt-2 grid gap-3">{children}</div>
    </details>
  )
}

type OfField = {
  readonly of: Key
  readonly value: string
  readonly errors: Errors
  readonly onChange: (to: string) => void
}

const ShownIf = (field: OfField) => (
  <ExpressionField
    {...field}
    name="shownIf"
    label={t(say.shownIf)}
    empty={t(say.always)}
    say={(words) => t(say.shownWhen, { words })}
  />
)

type ExpressionProps = OfField & {
  readonly name: FieldName
  readonly label: string
  /** What an empty field means. */
  readonly empty?: string
  readonly say: (words: string) => string
}

/** An expression; below it what it says in words, or what is wrong, and how it can go on. */
function ExpressionField({ of, name, label, value, errors, empty, ...field }: ExpressionProps) {
  const note = use(Notes).get(fieldId(of, name))
  const words = note?.words && !note.error ? field.say(note.words) : undefined
  return (
    <div className="grid gap-1">
      <Field
        id={fieldId(of, name)}
        label={label}
        maxLength={mostSigns}
        value={value}
        description={value === '' ? empty : words}
        error={errorOf(errors, of, name) ?? (value === '' ? undefined : note?.error)}
        onChange={field.onChange}
      />
      {value !== '' && note && note.suggestions.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-1">
          <legend className="sr-only">{t(say.complete)}</legend>
          {note.suggestions.map(({ word, text }) => (
            <Button key={word} size="small" look="clear" onPress={() => field.onChange(text)}>
              {word}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

const severities = [
  { id: 'warning', text: t(say.warning) },
  { id: 'error', text: t(say.error) },
] as const

type CheckProps = Pick<OfField, 'of' | 'errors'> & {
  readonly place: number
  readonly check: Check
  readonly onChange: (to: Partial<Check>) => void
  readonly onRemove: () => void
}

function CheckFields({ of, errors, place, check, onChange, onRemove }: CheckProps) {
  const { expression, severity, message } = check
  const number = String(place + 1)
  const messageField = (language: 'ro' | 'en', label: string) => (
    <Field
      id={fieldId(of, `checks.${place}.message.${language}`)}
      label={label}
      maxLength={500}
      value={message[language]}
      error={errorOf(errors, of, `checks.${place}.message.${language}`)}
      onChange={(to) => onChange({ message: { ...message, [language]: to } })}
    />
  )
  return (
    <fieldset className="grid min-w-0 gap-3 border-s-2 border-line ps-3">
      <legend className="sr-only">{t(say.checkOf, { number })}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
        <ExpressionField
          of={of}
          name={`checks.${place}.expression`}
          label={t(say.checkOf, { number })}
          value={expression}
          errors={errors}
          say={(words) => t(say.mustHold, { words })}
          onChange={(to) => onChange({ expression: to })}
        />
        <IconButton icon="trash" label={t(say.deleteCheck, { number })} onPress={onRemove} />
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Select
          label={t(say.severity)}
          items={severities}
          value={severity}
          onChange={(to) => onChange({ severity: to })}
        />
        {messageField('ro', t(say.messageRo))}
        {messageField('en', t(say.messageEn))}
      </div>
    </fieldset>
  )
}
