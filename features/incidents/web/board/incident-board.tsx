import { Link } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { incidents } from '../../contract.ts'
import { stateNames } from '../../copy.ts'
import { type IncidentState, states } from '../../domain.ts'
import type { Incident } from '../../incident-contract.ts'
import { say } from '../copy.ts'
import { Due, SeverityMark } from '../incident-marks.tsx'
import { touches } from '../use-incidents.ts'

/** The card that was moved last: the focus follows it into its new column. */
type Moved = RefObject<Pick<Incident, 'id' | 'state'> | undefined>

/** Incidents as cards in a column for each state. */
export function IncidentBoard({ of: all }: { of: readonly Incident[] }) {
  const moved: Moved = useRef(undefined)
  return (
    <div className="grid gap-3 p-4 sm:auto-cols-[minmax(13rem,1fr)] sm:grid-flow-col sm:overflow-x-auto sm:px-6">
      {states.map((state) => {
        const some = all.filter((one) => one.state === state)
        return (
          <section key={state} aria-labelledby={`column-${state}`} className="min-w-0">
            <h2 id={`column-${state}`} className="pb-2 font-strong">
              {t(stateNames[state])} <span className="text-muted">({some.length})</span>
            </h2>
            <ul className="grid gap-2">
              {some.map((one) => (
                <Card key={one.id} of={one} moved={moved} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function Card({ of: incident, moved }: { of: Incident; moved: Moved }) {
  const { id, number, title, severity, state, place, owner } = incident
  const mayMove = useMay('review') === true
  const move = useMoving(incident)
  const follow = (card: HTMLLIElement | null) => {
    if (!card || moved.current?.id !== id || moved.current.state !== state) return
    moved.current = undefined
    card.querySelector('button')?.focus()
  }
  return (
    <li ref={follow} className="grid gap-1 rounded-md border border-line bg-raised p-2">
      <div className="flex items-start justify-between gap-2">
        <Link
          to="/incidents/$id"
          params={{ id: String(id) }}
          className="min-w-0 font-strong text-ink wrap-anywhere hover:text-ours hover:underline"
        >
          {number}. {title}
        </Link>
        {mayMove && (
          <ButtonMenu label={t(say.moveOf, { title })} button={<Icon name="out" />}>
            {states
              .filter((one) => one !== state)
              .map((one) => (
                <Item
                  key={one}
                  id={one}
                  onAction={async () => {
                    moved.current = { id, state: one }
                    if (!(await move(one))) moved.current = undefined
                  }}
                >
                  {t(stateNames[one])}
                </Item>
              ))}
          </ButtonMenu>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
        <SeverityMark of={severity} />
        <span>{place || t(say.noPlace)}</span>
        <span>{owner ?? t(say.unassigned)}</span>
        <Due of={incident} />
      </p>
    </li>
  )
}

/** Moves an incident to another state, and offers to undo that. Says whether it did. */
function useMoving({ id, number, state: before, revision }: Incident) {
  const edit = useWrite(incidents.edit, touches)
  const setState = (state: IncidentState, from: number) =>
    edit.mutateAsync({ params: { id }, body: { state, revision: from } })
  return (state: IncidentState): Promise<boolean> =>
    tryWithToast(async () => {
      await setState(state, revision)
      toast.success({
        text: t(say.movedTo, { number: String(number), state: t(stateNames[state]) }),
        undo: async () => {
          await setState(before, revision + 1)
          return t(say.movedTo, { number: String(number), state: t(stateNames[before]) })
        },
      })
    })
}
