import { t } from '../language.ts'
import { useClock } from '../time.tsx'
import { Button } from '../ui/button.tsx'
import { say } from '../ui/copy.ts'
import { Icon } from '../ui/icon.tsx'
import type { EditConflict } from './editing.ts'

type Values = Readonly<Record<string, unknown>>

/** Shows both sides of an edit conflict until one of them is chosen. */
export function ConflictResolver<V extends Values>({
  collisions,
  nameOf,
  show,
  onSettle,
}: {
  collisions: readonly EditConflict<V>[]
  /** A field's label on the screen. */
  nameOf: (field: keyof V & string) => string
  /** A value as the screen shows it. */
  show: (value: V[keyof V], field: keyof V & string) => string
  onSettle: (field: keyof V & string, keeps: 'mine' | 'theirs') => void
}) {
  const clock = useClock()
  if (collisions.length === 0) return null
  return (
    <section
      role="alert"
      aria-label={t(say.changedMeanwhile)}
      className="grid gap-3 rounded-md border border-attention bg-attention-soft p-3"
    >
      <p className="flex items-start gap-2 font-strong">
        <Icon name="warning" className="mt-0.5" />
        {t(say.changedMeanwhile)}
      </p>
      {collisions.map(({ field, mine, theirs, fieldChange }) => (
        <div key={field} className="grid gap-1">
          <p className="text-small">
            <span className="font-strong">{nameOf(field)}</span>
            {fieldChange?.by &&
              ` · ${t(say.changedBy, { name: fieldChange.by, time: clock(new Date(fieldChange.at)) })}`}
          </p>
          <Side
            label={t(say.mine)}
            value={show(mine, field)}
            keep={t(say.keepMine)}
            of={nameOf(field)}
            onKeep={() => onSettle(field, 'mine')}
          />
          <Side
            label={t(say.theirs)}
            value={show(theirs, field)}
            keep={t(say.takeTheirs)}
            of={nameOf(field)}
            onKeep={() => onSettle(field, 'theirs')}
          />
        </div>
      ))}
    </section>
  )
}

function Side({
  label,
  value,
  keep,
  of,
  onKeep,
}: {
  label: string
  value: string
  keep: string
  of: string
  onKeep: () => void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="text-small text-muted">{label}</span> {value || '–'}
      </span>
      <Button size="small" aria-label={`${keep}: ${of}`} onPress={onKeep} className="ms-auto">
        {keep}
      </Button>
    </div>
  )
}
