import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { notifications } from '../contract.ts'
import { say } from '../copy.ts'
import { Results } from './results.tsx'

/** The progress of the message that was just sent, and its result. */
export function LastSent({ sentKey }: { sentKey: string }) {
  const { data } = useQuery(
    read(notifications.list, { query: { key: sentKey, recipients: false } }),
  )
  const id = data?.data[0]?.id
  return id === undefined ? null : <One id={id} />
}

function One({ id }: { id: number }) {
  const message = useQuery(read(notifications.find, { params: { id } }))
  // It is shown with those that wait.
  if (message.data?.heldUntil) return null
  return (
    <Card title={t(say.lastSent)} about={message.data?.title}>
      <div role="status">
        <Loaded query={message}>{(sent) => <Results of={sent} />}</Loaded>
      </div>
      <Link
        to="/notifications/history/$id"
        params={{ id: String(id) }}
        className="justify-self-start text-ours underline"
      >
        {t(say.details)}
      </Link>
    </Card>
  )
}
