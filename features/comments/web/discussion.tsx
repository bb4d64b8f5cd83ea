import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { May } from '#features/session/web/may.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { unsentOf } from '#kit/web/edit/unsent.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Button, buttonClass, IconButton } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { type Comment, comments, type Subject } from '../contract.ts'
import { partsOf } from '../domain.ts'
import { say } from './copy.ts'
import { MentionField } from './mention-field.tsx'

const touches = { touches: [comments.list] }

/** Where the discussion is on the page. */
const place = 'comments'

/** A button with the key `c`, which leads to the field for a comment. */
export const ToDiscussion = () => (
  <May to="review">
    <button
      type="button"
      aria-keyshortcuts="c"
      onClick={() => document.getElementById(place)?.querySelector('textarea')?.focus()}
      className={`${buttonClass('plain', 'small')} max-sm:min-w-11`}
    >
      <Icon name="note" />
      <span className="max-sm:sr-only">{t(say.write)}</span>
      {areLettersKeys() && (
        <span aria-hidden="true" className="max-sm:hidden">
          <Key>c</Key>
        </span>
      )}
    </button>
  </May>
)

type Props = { readonly on: Subject }

/** Staff comments on the subject of a page, and a field to add one. */
export const Discussion = ({ on: subject }: Props) => (
  <section id={place} aria-label={t(say.comments)} className="grid gap-2">
    <h3 className="font-strong">{t(say.comments)}</h3>
    <Comments on={subject} />
  </section>
)

/** The same comments in a card. */
export const DiscussionCard = ({ on: subject }: Props) => (
  <Card anchor={place} title={t(say.comments)} actions={<ToDiscussion />}>
    <Comments on={subject} />
  </Card>
)

function Comments({ on: subject }: Props) {
  const written = useQuery(read(comments.list, { query: subject }))
  return (
    <>
      <Loaded query={written}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-small text-muted">
              {t(say.none)} {t(say.whoReads)}
            </p>
          ) : (
            <ul className="grid gap-2">
              {all.map((one) => (
                <Line key={one.id} comment={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <May to="review">
        <NewComment on={subject} />
      </May>
    </>
  )
}

function Line({ comment: { id, text, author, writtenAt, isOwn, mentions } }: { comment: Comment }) {
  const time = useMoment()(writtenAt)
  const remove = useWrite(comments.remove, touches)
  const restore = useWrite(comments.restore, touches)
  const { isPending, attempt } = useAttempt()
  const deleteIt = () =>
    attempt(async () => {
      await remove.mutateAsync({ params: { id } })
      toast.success({
        text: t(say.deleted),
        undo: async () => {
          await restore.mutateAsync({ params: { id } })
          return t(say.restored)
        },
      })
    })
  return (
    <li className="flex items-start gap-2">
      <p className="min-w-0 flex-1 whitespace-pre-line wrap-anywhere">
        <span className="font-strong">{author}</span>{' '}
        <time dateTime={writtenAt.toISOString()} className="text-small text-muted">
          {time}
        </time>
        <br />
        {partsOf(text, mentions).map((part, at) =>
          part.account === undefined ? (
            part.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
            <span key={at} className="font-strong text-ours">
              {part.text}
            </span>
          ),
        )}
      </p>
      {isOwn && (
        <May to="review">
          <IconButton
            icon="trash"
            label={t(say.delete, { time })}
            isPending={isPending}
            onPress={deleteIt}
            className="print:hidden"
          />
        </May>
      )}
    </li>
  )
}

function NewComment({ on: subject }: Props) {
  const [text, setText] = useState('')
  const write = useWrite(comments.write, touches)
  const { isPending, attempt } = useAttempt()
  const isEmpty = text.trim() === ''
  const send = () =>
    attempt(async () => {
      await write.mutateAsync({ body: { ...subject, text } })
      setText((now) => unsentOf(now, text))
    })
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isEmpty) return
    event.preventDefault()
    send()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within.
    <div onKeyDown={sendByKey} className="grid justify-items-start gap-2 print:hidden">
      <MentionField on={subject} value={text} onChange={setText} />
      <Unsaved name={t(say.yours)} isDirty={!isEmpty} />
      <Button isPending={isPending} isDisabled={isEmpty} onPress={send}>
        {t(say.write)}
      </Button>
    </div>
  )
}
