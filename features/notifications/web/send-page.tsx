import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Id } from '#kit/contract/value/id.ts'
import { language, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { notifications } from '../contract.ts'
import { say } from '../copy.ts'
import { blankIn, type MessageText } from '../domain.ts'
import { ChosenRecipients } from './chosen-recipients.tsx'
import { LastSent } from './last-sent.tsx'
import { LockScreen } from './lock-screen.tsx'
import { MessageForm } from './message-form.tsx'
import { RecipientsCard } from './recipients-card.tsx'
import type { SendSearch } from './search.ts'
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

/** The text for observers who have taken over a shift, or were replaced in one: their blanks are of later shifts. */
const ofShift = (about: 'shift' | 'replaced'): MessageText =>
  about === 'shift'
    ? {
        title: t(say.shiftTitle),
        message: t(say.shiftMessage, { station: blankIn('station', language) }),
      }
    : { title: t(say.replacedTitle), message: t(say.replacedMessage) }

/** The text to begin with: of the message to send again, once it is loaded, or for a shift. */
function useWordsBefore({ again, about }: SendSearch): MessageText {
  const before = read(notifications.find, { params: { id: again ?? (0 as Id<'notifications'>) } })
  const { data } = useQuery({ ...before, enabled: again !== undefined })
  if (data) return { title: data.title, message: data.body }
  return about ? ofShift(about) : empty
}

/** Goes back to the list in which the recipients were selected, and to the observers if that is not known. */
function BackToSelection() {
  const { history } = useRouter()
  const { selectedAt, __TSR_index: index } = useLocation().state
  if (selectedAt === undefined) return <Link to="/observatori">{t(say.backToObservers)}</Link>
  return (
    <Link
      to={selectedAt.href}
      onClick={(event) => {
        // A selection belongs to its entry in the browser's history.
        event.preventDefault()
        history.go(selectedAt.index - index)
      }}
    >
      {t(say.backToSelection)}
    </Link>
  )
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
  const before = useWordsBefore(search)
  const typed = words ?? before
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
      back={isChosen && <BackToSelection />}
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
