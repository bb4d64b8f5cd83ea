import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'
import { listBlanks, type MessageText, ownBlanks, roomFor, unknownBlank } from '../domain.ts'
import { WithBlanks } from './blank-buttons.tsx'
import { faultOfTime, SendTime, type TypedTime } from './waiting/send-time.tsx'

type Props = {
  readonly words: MessageText
  readonly onChange: (words: MessageText) => void
  readonly sendAt: TypedTime
  readonly onTime: (sendAt: TypedTime) => void
  /** Undefined: not known yet. */
  readonly count: number | undefined
  /** There is at least one recipient. */
  readonly isReady: boolean
  readonly isPending: boolean
  /** Whether this repeats a message without a reply: it may be sent even after its time. */
  readonly isRepeated: () => boolean
  readonly onSend: () => void
}

/** The message's fields, and the send button. */
export function MessageForm({ words, onChange, sendAt, onTime, count, ...sending }: Props) {
  const zone = useElectionDay()?.timezone
  /** Before the first attempt to send, nothing is marked as missing. */
  const [isTried, setTried] = useState(false)
  const room = roomFor(words)

  const field = (name: keyof MessageText) => {
    const error = faultOf(words, name, isTried)
    const left = room[name]
    return {
      label: t(say[name]),
      value: words[name],
      isRequired: true,
      description: left < 0 ? undefined : t(say.left, { count: left }),
      error,
      onChange: (text: string) => onChange({ ...words, [name]: text }),
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const isComplete = !faultOf(words, 'title', true) && !faultOf(words, 'message', true)
    const isFine = isComplete && (sending.isRepeated() || !faultOfTime(sendAt, zone, true))
    setTried(!isFine)
    if (isFine) sending.onSend()
    // Once the errors are shown below the fields.
    else requestAnimationFrame(() => form.querySelector<HTMLElement>(wrong)?.focus())
  }

  return (
    <Card title={t(say.whatToSay)}>
      <Form
        aria-label={t(say.whatToSay)}
        validationBehavior="aria"
        onSubmit={submit}
        className="grid gap-3"
      >
        <Field {...field('title')} autoComplete="off" />
        <WithBlanks
          known={ownBlanks}
          value={words.message}
          onChange={(message) => onChange({ ...words, message })}
        >
          <TextArea {...field('message')} rows={5} />
        </WithBlanks>
        <SendTime value={sendAt} onChange={onTime} isTried={isTried} />
        <Button
          type="submit"
          look="primary"
          isPending={sending.isPending}
          isDisabled={!sending.isReady}
          className="sm:justify-self-start"
        >
          <Icon name={sendAt === undefined ? 'send' : 'clock'} />
          {sendAt === undefined ? sendLabel(count) : scheduleLabel(count)}
        </Button>
      </Form>
    </Card>
  )
}

const sendLabel = (count: number | undefined) =>
  count === undefined ? t(say.sendUnknown) : t(say.send, { count })
const scheduleLabel = (count: number | undefined) =>
  count === undefined ? t(say.scheduleUnknown) : t(say.schedule, { count })

const wrong = '[aria-invalid="true"]'

/** The error of a field; that it is empty only after an attempt. */
function faultOf(
  words: MessageText,
  name: keyof MessageText,
  isTried: boolean,
): string | undefined {
  const left = roomFor(words)[name]
  if (left < 0) return t(say.tooLong, { count: -left })
  const known = name === 'message' ? ownBlanks : []
  const unknown = unknownBlank(words[name], known)
  // While it is typed, a blank is not known yet.
  if (isTried && unknown !== undefined)
    return name === 'message'
      ? t(say.unknownBlank, { blank: `{${unknown}}`, known: listBlanks(known) })
      : t(say.blankInTitle, { blank: `{${unknown}}` })
  const isMissing = isTried && words[name].trim() === ''
  return isMissing ? t(say.required, { field: t(say[name]) }) : undefined
}
