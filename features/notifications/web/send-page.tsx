import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { notifications } from '../contract.ts'
import { say } from '../copy.ts'
import type { MessageText } from '../domain.ts'
import { ChosenRecipients } from './chosen-recipients.tsx'
import { LastSent } from './last-sent.tsx'
import { LockScreen } from './lock-screen.tsx'
import { MessageForm } from './message-form.tsx'
import { RecipientsCard } from './recipients-card.tsx'
import {
  useAskingAgain,
  useFilling,
  useFound,
  useRecipients,
  useSendSearch,
} from './use-recipients.ts'
import { useSending } from './use-sending.tsx'
import type { TypedTime } from './waiting/send-time.tsx'
import { WaitingMessages } from './waiting/waiting-messages.tsx'

const empty: MessageText = { title: '', message: '' }

/** The text of the message to send again; undefined while it is loading or if there is none. */
function useWordsBefore(again: Id<'notifications'> | undefined): MessageText | undefined {
  const before = read(notifications.find, { params: { id: again ?? (0 as Id<'notifications'>) } })
  const { data } = useQuery({ ...before, ...(again === undefined && { queryFn: skipToken }) })
  return data && { title: data.title, message: data.body }
}

/** A message to the phones of observers: all, some chosen ones, or those at some stations. */
export function SendPage() {
  const { search } = useSendSearch()
  const { ids, count } = useRecipients()
  const [words, setWords] = useState<MessageText>()
  const [sendAt, setSendAt] = useState<TypedTime>()
  const { send, sent, isPending, isRepeated, dialog } = useSending(useAskingAgain())
  const { data: found = [] } = useFound()
  const isChosen = search.toObserverIds !== undefined
  const before = useWordsBefore(search.again)
  const typed = words ?? before ?? empty
  const filling = useFilling(typed.message, ids)
  const isWritten = words !== undefined && (words.title !== '' || words.message !== '')

  const sendAndReset = async () => {
    if (!(await send({ ...typed, sendAt }, { ids, people: found }))) return
    setWords(empty)
    setSendAt(undefined)
  }
  return (
    <Page
      title={t(say.notifications)}
      count={count !== undefined && t(isChosen ? say.selected : say.recipients, { count })}
      back={isChosen && <Link to="/observatori">{t(say.backToObservers)}</Link>}
    >
      <WaitingMessages />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,48rem)_20rem]">
        <div className="grid grid-cols-1 gap-4">
          {isChosen ? (
            <ChosenRecipients ids={ids ?? []} isKnown={count !== undefined} />
          ) : (
            <RecipientsCard />
          )}
          <MessageForm
            words={typed}
            onChange={setWords}
            sendAt={sendAt}
            onTime={setSendAt}
            count={count}
            isReady={ids ? ids.length > 0 : count !== 0}
            isPending={isPending}
            isRepeated={() => isRepeated({ ...typed, sendAt }, ids)}
            onSend={() => void sendAndReset()}
          />
        </div>
        <div className="grid grid-cols-1 gap-4">
          {sent && <LastSent sentKey={sent} />}
          <LockScreen {...typed} filling={filling} />
        </div>
      </div>
      {dialog}
      <Unsaved name={t(say.notifications)} isDirty={isWritten} />
    </Page>
  )
}
