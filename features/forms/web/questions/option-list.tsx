import { memo, type ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { inputClass } from '#kit/web/ui/field/field.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { SortableList } from '#kit/web/ui/reorder/sortable-list.tsx'
import { say } from '../../copy.ts'
import { selfId, useActs } from '../editor/form-editor-acts.ts'
import type { DraftOption, Key } from '../editor/form-parts.ts'
import { type Errors, errorOf, fieldId } from '../editor/form-problems.ts'

type Props = {
  readonly question: Key
  /** What the question is called. */
  readonly name: string
  readonly options: readonly DraftOption[]
  readonly errors: Errors
}

/** The options of a question, in their order. */
export const OptionList = memo(({ question, name, options, errors }: Props) => {
  const { change } = useActs()
  const numbers = new Map(options.map((option, index) => [option, index + 1]))
  const nameOf = (option: DraftOption) =>
    option.text.trim() || t(say.option, { number: numbers.get(option) ?? 0 })
  if (options.length === 0) return null
  return (
    <SortableList
      label={t(say.optionsOf, { name })}
      items={options}
      keyOf={({ key }) => key}
      nameOf={nameOf}
      onReorder={(keys) => change({ type: 'order', keys })}
      className="grid gap-1"
    >
      {(option, handle, index) => (
        <div className="flex items-start gap-1 rounded-md bg-raised max-sm:flex-wrap">
          <span className="pt-0.5">{handle}</span>
          <OptionRow
            question={question}
            option={option}
            number={index + 1}
            error={errorOf(errors, option.key, 'text')}
          />
        </div>
      )}
    </SortableList>
  )
})

type RowProps = {
  readonly question: Key
  readonly option: DraftOption
  readonly number: number
  readonly error: string | undefined
}

/** Plain browser elements: a long form, unfolded, has hundreds of these. One auto-sized line. */
const OptionRow = memo(({ question, option, number, error }: RowProps) => {
  const { change, addOption, remove } = useActs()
  const { key, text, isFreeText, isFlagged } = option
  const id = fieldId(key, 'text')
  const name = text.trim() || t(say.option, { number })
  const set = (to: Partial<DraftOption>) => change({ type: 'set option', key, to })
  return (
    <>
      <div className="grid min-w-0 flex-1 gap-1">
        <textarea
          id={id}
          rows={1}
          aria-label={t(say.option, { number })}
          aria-describedby={error && `${id}:error`}
          aria-invalid={error !== undefined}
          value={text}
          maxLength={1000}
          onChange={(event) => set({ text: event.currentTarget.value.replaceAll('\n', ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            addOption(question, key)
          }}
          className={`${inputClass} field-sizing-content h-auto! min-h-9 resize-none py-1.5 wrap-anywhere max-sm:min-h-11 max-sm:py-2.5 aria-invalid:border-alarm`}
        />
        {error && (
          <p id={`${id}:error`} className="text-small text-alarm">
            {error}
          </p>
        )}
      </div>
      <div className="flex gap-1 max-sm:order-last max-sm:flex-wrap max-sm:basis-full max-sm:ps-7 max-sm:pb-2">
        <Toggle
          icon="pencil"
          label={t(say.freeTextOf, { name })}
          isOn={isFreeText}
          onPress={() => set({ isFreeText: !isFreeText })}
          on="border-ours bg-ours-soft text-ours"
        >
          {t(say.freeText)}
        </Toggle>
        <Toggle
          icon="flag"
          label={t(say.flaggedOf, { name })}
          isOn={isFlagged}
          onPress={() => set({ isFlagged: !isFlagged })}
          on="border-alarm bg-alarm-soft text-alarm"
        >
          {t(say.flagged)}
        </Toggle>
      </div>
      <button
        type="button"
        id={selfId(key)}
        aria-label={t(say.deleteOption, { name })}
        title={t(say.deleteOption, { name })}
        onClick={() => remove(key)}
        className="grid size-9 shrink-0 place-items-center max-sm:size-11 rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon name="trash" />
      </button>
    </>
  )
})

function Toggle({
  icon,
  label,
  isOn,
  onPress,
  on,
  children,
}: {
  icon: IconName
  /** Names its option. */
  label: string
  isOn: boolean
  onPress: () => void
  /** Its look when on. */
  on: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onPress}
      className={`inline-flex h-9 shrink-0 items-center justify-center gap-1 max-sm:h-11 rounded-md border px-2 text-small ${isOn ? `font-strong ${on}` : 'border-transparent text-muted hover:bg-sunken hover:text-ink'}`}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
