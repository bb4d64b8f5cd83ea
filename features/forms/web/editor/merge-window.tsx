import { useState } from 'react'
import { readable, t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { say } from '../../copy.ts'
import type { Check } from '../../logic-contract.ts'
import { say as ofLogic } from '../logic/copy.ts'
import { type DraftKind, kindName } from '../question-kinds.ts'
import { type Conflict, merge, type Side } from './form-merge.ts'
import type { Draft } from './form-parts.ts'

type Props = {
  /** The common base. */
  readonly base: Draft
  readonly now: () => Draft
  readonly theirs: Draft
  readonly onMerged: (by: Draft) => void
}

/** Merges the edits of two users; shows conflicts side by side for a choice. */
export function MergeWindow({ base, now, theirs, onMerged }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map())
  const { draft, conflicts } = merge(base, now(), theirs, choices)
  const finish = (by: Draft) => {
    setOpen(false)
    onMerged(by)
    toast.success({ title: t(say.together), text: t(say.togetherWhy) })
  }
  return (
    <>
      <Button
        size="small"
        onPress={() => {
          // Include input since the last render.
          const latest = merge(base, now(), theirs, choices)
          if (latest.conflicts.length > 0) setOpen(true)
          else finish(latest.draft)
        }}
      >
        {t(say.bringTogether)}
      </Button>
      <Dialog title={t(say.bothTitle)} width="large" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{t(say.bothWhy)}</p>
        {conflicts.map((conflict) => (
          <Choosing
            key={conflict.id}
            conflict={conflict}
            chosen={choices.get(conflict.id) ?? 'mine'}
            onChoose={(side) => setChoices((before) => new Map([...before, [conflict.id, side]]))}
          />
        ))}
        <DialogButtons>
          <Button onPress={() => setOpen(false)}>{t(say.cancel)}</Button>
          <Button look="primary" onPress={() => finish(draft)}>
            {t(say.bringTogether)}
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  )
}

type ChoosingProps = {
  readonly conflict: Conflict
  readonly chosen: Side
  readonly onChoose: (side: Side) => void
}

function Choosing({ conflict, chosen, onChoose }: ChoosingProps) {
  const sides = [
    ['mine', t(say.mine)],
    ['theirs', t(say.theirsIs)],
  ] as const
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-strong">{titleOf(conflict)}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {sides.map(([side, label]) => (
          <label
            key={side}
            className="grid cursor-pointer content-start gap-1 rounded-md border border-line bg-surface p-3 has-checked:border-ours has-focus-visible:outline-2"
          >
            <span className="flex items-center gap-2 text-small text-muted">
              <input
                type="radio"
                name={conflict.id}
                checked={chosen === side}
                onChange={() => onChoose(side)}
                className="accent-ours"
              />
              {label}
            </span>
            <span className="break-words">{shownOf(conflict, conflict[side])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const parts = {
  form: () => t(say.theForm),
  section: (name: string) => t(say.sectionNamed, { name }),
  question: (name: string) => t(say.question, { name }),
  option: (name: string) => t(say.optionNamed, { name }),
} as const

function titleOf({ kind, name, field }: Conflict): string {
  const part = parts[kind](name)
  return field === undefined ? part : t(say.fieldOf, { part, field: fieldName(kind, field) })
}

function fieldName(kind: Conflict['kind'], field: string): string {
  if (field === 'text') return t(kind === 'question' ? say.questionText : say.textOfOption)
  const names: Readonly<Record<string, string>> = {
    code: t(say.code),
    description: t(say.title),
    details: t(say.details),
    diaspora: t(say.onlyDiaspora),
    series: t(say.series),
    hint: t(say.hint),
    kind: t(say.questionType),
    isRequired: t(say.isRequired),
    min: t(say.min),
    max: t(say.max),
    unit: t(say.unit),
    isFreeText: t(say.freeText),
    isFlagged: t(say.flagged),
    shownIf: t(ofLogic.shownIf),
    checks: t(ofLogic.checks),
  }
  return names[field] ?? field
}

function shownOf({ field }: Conflict, value: unknown): string {
  if (field === undefined) return t(value === undefined ? say.takenOut : say.leftIn)
  if (field === 'kind') return kindName(value as DraftKind)
  if (field === 'checks')
    return (
      (value as Check[]).map(({ expression }) => expression).join('; ') || t(say.nothingWritten)
    )
  if (typeof value === 'boolean') return t(value ? say.yes : say.no)
  return readable(value as string | number | null) || t(say.nothingWritten)
}
