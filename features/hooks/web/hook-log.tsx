import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Moment, useMoment } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import { type Delivery, type Hook, hooks } from '../contract.ts'
import { faults, kindNames, say } from '../copy.ts'
import { isSuccess } from '../domain.ts'

const touches = { touches: [hooks.list, hooks.log] }

/** The last deliveries of a hook, with a button that sends one again. */
export function HookLog({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const { id, address, previousUntil } = hook
  const moment = useMoment()
  const list = useQuery(read(hooks.log, { params: { id } }))
  const write = useWrite(hooks.replay, touches)
  const replay = (deliveryId: Delivery['id']) =>
    tryWithToast(async () => {
      await write.mutateAsync({ params: { id, deliveryId } })
      toast.success({ text: t(say.replayed) })
    })
  const title = t(say.logOf, { address })
  return (
    <Dialog title={title} isOpen onClose={onClose} width="medium">
      {previousUntil && (
        <p className="text-muted">{t(say.previousUntil, { time: moment(previousUntil) })}</p>
      )}
      <Loaded query={list}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <EmptyState icon="send" title={t(say.logEmpty)} />
          ) : (
            <ul aria-label={title} className="grid gap-px">
              {deliveries.map((one) => (
                <Line key={one.id} delivery={one} onReplay={() => void replay(one.id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Line({ delivery, onReplay }: { delivery: Delivery; onReplay: () => void }) {
  const moment = useMoment()
  const { madeAt, kind, reply } = delivery
  const named = { kind: t(kindNames[kind]), time: moment(madeAt) }
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-2">
      <span className="grid min-w-0 justify-items-start">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-strong">{named.kind}</span>
          <Moment at={madeAt} />
          <Outcome delivery={delivery} />
        </span>
        <span className="text-small text-muted">{attemptsOf(delivery)}</span>
        {reply !== '' && <code className="text-small wrap-anywhere">{reply}</code>}
      </span>
      <Button size="small" aria-label={t(say.replayOf, named)} onPress={onReplay}>
        {t(say.replay)}
      </Button>
    </li>
  )
}

function Outcome({ delivery: { dueAt, status, tries } }: { delivery: Delivery }) {
  const moment = useMoment()
  if (dueAt === null && isSuccess(status)) return <Badge tone="done">{t(say.arrived)}</Badge>
  if (dueAt === null) return <Badge tone="alarm">{t(say.givenUp)}</Badge>
  if (tries === 0) return <Badge>{t(say.onItsWay)}</Badge>
  return <Badge tone="attention">{t(say.retried, { time: moment(dueAt) })}</Badge>
}

/** How often it was tried, and what came of the last attempt. */
function attemptsOf({ tries, status, tookMs, fault }: Delivery): string {
  const outcome =
    status === null ? fault && t(faults[fault]) : t(say.answered, { status, ms: tookMs ?? 0 })
  return [t(say.tries, { count: tries }), outcome].filter(Boolean).join(' · ')
}
