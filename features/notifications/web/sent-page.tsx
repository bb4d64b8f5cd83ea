import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMay } from '#features/session/web/may.tsx'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Moment, useMoment } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { type Notification, notifications } from '../contract.ts'
import { say } from '../copy.ts'
import { DeliveryList } from './delivery-list.tsx'
import { openedEveryMs } from './opened.ts'
import { Results } from './results.tsx'
import { WaitingMessage } from './waiting/waiting-messages.tsx'

/** One sent message, and its result for each recipient. */
export function SentPage() {
  const mayRetry = useMay('message')
  const { id } = useParams({ from: '/signed-in/notifications/history/$id' })
  const message = useQuery({
    ...read(notifications.find, { params: { id } }),
    refetchInterval: openedEveryMs,
  })
  const back = <Link to="/notifications/history">{t(say.backToHistory)}</Link>
  if (message.error && isMissing(message.error))
    return (
      <Page title={t(say.noMessage)} back={back}>
        <p>{t(say.noMessageWhy)}</p>
      </Page>
    )

  return (
    <Page
      title={message.data?.title ?? t(say.notifications)}
      count={message.data && t(say.recipients, { count: message.data.recipients })}
      back={back}
      actions={mayRetry && isRetryable(message.data) && <Retry of={message.data} />}
    >
      <Loaded query={message}>
        {(sent) => (
          <div className="grid grid-cols-1 gap-4">
            <Card>
              <p className="max-w-prose whitespace-pre-line wrap-anywhere">{sent.body}</p>
              <p className="text-small text-muted">
                {[sent.senderAccount, sent.senderNgoName].filter(Boolean).join(' · ')} ·{' '}
                <WhenSent of={sent} />
              </p>
              {sent.heldUntil ? <WaitingMessage of={sent} /> : <Results of={sent} />}
            </Card>
            <DeliveryList of={sent} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** When it went; one with a set time also says when it was written, and while it waits the rest is below. */
function WhenSent({ of: { insertedAt, sendAt, heldUntil } }: { of: Notification }) {
  const moment = useMoment()
  if (!sendAt) return <Moment at={insertedAt} />
  return (
    <>
      {t(say.writtenAt, { time: moment(insertedAt) })}
      {!heldUntil && (
        <>
          {' '}
          · <Moment at={sendAt} />
        </>
      )}
    </>
  )
}

const isRetryable = (message: Notification | undefined): message is Notification =>
  message !== undefined && message.failed > 0 && message.takenBackAt === null

/** The URL names no message, or one of another organisation. */
const isMissing = ({ code }: Problem) => code === 'thing.not-found' || code === 'request.invalid'

/** Sends the message again to recipients it did not reach. */
function Retry({ of: { id, failed } }: { of: Notification }) {
  const { list, find, deliveries } = notifications
  const { mutateAsync, isPending } = useWrite(notifications.retry, {
    touches: [list, find, deliveries],
  })
  const retry = async () => {
    try {
      const count = await mutateAsync({ params: { id } })
      toast.success({ title: t(say.sentAgain, { count }) })
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      toast.error({ text: `${t(say.retryError)} ${explain(failure)}` })
    }
  }
  return (
    <Button look="primary" isPending={isPending} onPress={() => void retry()}>
      <Icon name="refresh" />
      {t(say.retryFailed, { count: failed })}
    </Button>
  )
}
