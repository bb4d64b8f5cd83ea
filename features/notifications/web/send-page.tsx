import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../copy.ts'
import type { MessageText } from '../domain.ts'
import { ChosenRecipients } from './chosen-recipients.tsx'
import { LastSent } from './last-sent.tsx'
import { LockScreen } from './lock-screen.tsx'
import { MessageForm } from './message-form.tsx'
import { RecipientsCard } from './recipients-card.tsx'
import { useAskingAgain, useFound, useRecipients, useSendSearch } from './use-recipients.ts'
import { useSending } from './use-sending.tsx'
import { WaitingMessages } from './waiting-messages.tsx'

const empty: MessageText = { title: '', message: '' }

/** A message to the phones of observers: all, some chosen ones, or those at some stations. */
export function SendPage() {
  const { search } = useSendSearch()
  const { ids, count } = useRecipients()
  const [words, setWords] = useState(empty)
  const { send, sent, isPending, dialog } = useSending(useAskingAgain())
  const { data: found = [] } = useFound()
  const isChosen = search.toObserverIds !== undefined
  const isWritten = words.title !== '' || words.message !== ''

  const sendAndReset = async () => {
    if (await send(words, { ids, people: found })) setWords(empty)
  }
  return (
    <Page
      title={t(say.notifications)}
      count={count !== undefined && t(isChosen ? say.selected : say.recipients, { count })}
      back={isChosen && <Link to="/observatori">{t(say.backToObservers)}</Link>}
      actions={
        <Link to="/notifications/history" className={buttonClass('plain')}>
          <Icon name="clock" />
          {t(say.history)}
        </Link>
      }
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
            words={words}
            onChange={setWords}
            count={count}
            isReady={ids ? ids.length > 0 : count !== 0}
            isPending={isPending}
            onSend={() => void sendAndReset()}
          />
        </div>
        <div className="grid grid-cols-1 gap-4">
          {sent && <LastSent sentKey={sent} />}
          <LockScreen {...words} />
        </div>
      </div>
      {dialog}
      <Unsaved name={t(say.notifications)} isDirty={isWritten} />
    </Page>
  )
}
