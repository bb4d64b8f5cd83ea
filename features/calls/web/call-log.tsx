import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { May, useMay } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { calls, type LoggedCall } from '../contract.ts'
import { say } from '../copy.ts'
import { CallOutcome } from './call-outcome.tsx'
import { CallOutcomes } from './call-outcomes.tsx'
import { useUndoing } from './use-logging.ts'

/** The calls to an observer, the last one first, and buttons to log another. */
export function CallLog({
  observerId,
  isGone,
  actions,
}: {
  observerId: Id<'observers'>
  isGone: boolean
  actions: ReactNode
}) {
  const logged = useQuery(read(calls.list, { params: { observerId } }))
  return (
    <Card title={t(say.calls)} actions={actions}>
      <Loaded query={logged}>
        {([last, ...earlier]) => (
          <>
            {last ? <Line call={last} isLast /> : <p className="text-muted">{t(say.none)}</p>}
            {earlier.length > 0 && (
              <details className="text-small">
                <summary className="w-fit cursor-pointer rounded-md text-ours">
                  {t(say.earlier)} ({earlier.length})
                </summary>
                <ul className="divide-y divide-line">
                  {earlier.map((one) => (
                    <li key={one.id} className="py-1">
                      <Line call={one} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </Loaded>
      {!isGone && (
        <May to="message">
          <CallOutcomes observerId={observerId} />
        </May>
      )}
    </Card>
  )
}

/** When, who called, and how it ended; with its note. */
function Line({ call, isLast = false }: { call: LoggedCall; isLast?: boolean }) {
  const { id, calledAt, calledBy, note, isOwn } = call
  const moment = useMoment()
  const mayUndo = useMay('message') === true && isOwn
  const { isPending, undoCall } = useUndoing()
  const time = moment(calledAt)
  return (
    <div className="flex items-start gap-x-3">
      <p className="min-w-0 wrap-anywhere">
        {isLast && <span className="text-muted">{t(say.lastCall)}: </span>}
        <time dateTime={calledAt.toISOString()}>{time}</time>, {calledBy}:{' '}
        <span className="font-strong">
          <CallOutcome of={call} />
        </span>
        {note && <span className="block text-small text-muted">{note}</span>}
      </p>
      {mayUndo && (
        <Button
          look="clear"
          size="small"
          isPending={isPending}
          aria-label={t(say.undoOf, { time })}
          onPress={() => undoCall(id)}
        >
          {t(say.undo)}
        </Button>
      )}
    </div>
  )
}
