/* The counterpart of `replay-domain.ts` for what is recorded once: notes, unplaced items, and messages. */

/** A line of history about one thing. */
export type HistoryLineOfOne = {
  readonly id: number
  readonly subjectId: number
  readonly at: Date
  readonly actorId: number | null
  readonly act: string
  readonly after: unknown
}

/** The attachments of something, in the order in which they were sent: digests in hexadecimal. */
type Files = readonly string[]

export type NoteStored = {
  readonly id: number
  readonly text: string
  readonly questionId: number | null
  readonly digest: string
  readonly receivedAt: Date
  readonly observerId: number
  readonly pollingStationId: number
  readonly files: Files
}

type RecordedNote = {
  readonly questionId: number | null
  readonly text: string
  readonly files: Files
  /** Its station, and whether no form had its question: neither was recorded before version 0.2. */
  readonly pollingStationId?: number
  readonly isQuestionUnknown?: boolean
}

/** What comparing notes needs in addition to history. */
export type NoteMeans = {
  /** The digest that identifies a note. */
  identify(questionId: number | null, text: string, files: Files): string
  /** Whether a form has the question by now; a note on a question that none had is about the station. */
  hasQuestion(id: number): boolean
}

const saying = (differs: Readonly<Record<string, boolean>>) =>
  Object.entries(differs).flatMap(([what, isSo]) => (isSo ? [`${what} differs`] : []))

const isSameList = (one: Files, other: Files) => one.join() === other.join()

export function noteFaults(
  lines: readonly HistoryLineOfOne[],
  note: NoteStored | undefined,
  means: NoteMeans,
): string[] {
  const [line] = lines
  if (!line) return note ? ['no line of history tells of it'] : []
  // A note whose placing was undone is unplaced again, and recorded there.
  const isAside = lines.at(-1)?.act === 'notes.placing-undone'
  if (!note) return isAside ? [] : ['it is missing']
  return isAside ? ['history says that it is aside again'] : noteDiffers(line, note, means)
}

function noteDiffers(
  line: HistoryLineOfOne,
  note: NoteStored,
  { identify, hasQuestion }: NoteMeans,
): string[] {
  const { questionId, text, files, pollingStationId, isQuestionUnknown } =
    line.after as RecordedNote
  const isOld = pollingStationId === undefined
  const isKnown = isOld ? hasQuestion(questionId ?? 0) : !isQuestionUnknown
  const asked = questionId && isKnown ? questionId : null
  return saying({
    text: text !== note.text,
    'its question': note.questionId !== asked,
    'its digest': note.digest !== identify(questionId, text, files),
    'when it came': line.at.getTime() !== note.receivedAt.getTime(),
    'whose it is': line.actorId !== note.observerId,
    'its polling station':
      pollingStationId !== undefined && pollingStationId !== note.pollingStationId,
    'what is attached': !isSameList(files, note.files),
  })
}

export type UnplacedStored = {
  readonly id: number
  readonly kind: string
  readonly reason: string
  readonly sent: unknown
  readonly observerId: number
  readonly receivedAt: Date
  readonly pollingStationId: number | null
  readonly state: 'open' | 'placed' | 'superseded' | 'dismissed'
  readonly files: Files
}

type RecordedUnplaced = {
  readonly kind: string
  readonly reason: string
  readonly sent: { readonly files?: readonly { readonly sha256: string }[] }
}

const states: Readonly<Record<string, UnplacedStored['state']>> = {
  'unplaced.received': 'open',
  'unplaced.restored': 'open',
  'unplaced.placing-undone': 'open',
  'unplaced.placed': 'placed',
  'unplaced.superseded': 'superseded',
  'unplaced.dismissed': 'dismissed',
}

export function unplacedFaults(
  lines: readonly HistoryLineOfOne[],
  row: UnplacedStored | undefined,
): string[] {
  const received = lines.find(({ act }) => act === 'unplaced.received')
  if (!received) return row ? ['no line of history tells of it'] : []
  if (!row) return ['it is missing']
  const { kind, reason, sent } = received.after as RecordedUnplaced
  const last = lines.at(-1) ?? received
  const { pollingStationId = null } = (last.after ?? {}) as { pollingStationId?: number }
  const files = (sent.files ?? []).map(({ sha256 }) => sha256)
  const isMoved = row.state === 'placed' && row.files.length === 0
  return saying({
    'what it is': kind !== row.kind || reason !== row.reason,
    'what was sent': JSON.stringify(sent) !== JSON.stringify(row.sent),
    'whose it is': received.actorId !== row.observerId,
    'when it came': received.at.getTime() !== row.receivedAt.getTime(),
    'what became of it': states[last.act] !== row.state,
    'its polling station': pollingStationId !== row.pollingStationId,
    'what is attached': !isMoved && !isSameList(files, row.files),
  })
}

export type MessageStored = {
  readonly id: number
  readonly title: string
  readonly body: string
  readonly deliveries: readonly {
    readonly observerId: number
    readonly isOpened: boolean
    readonly at: Date
  }[]
}

type RecordedMessage = {
  readonly title: string
  readonly body: string
  readonly recipients: number
  readonly recipientsDigest?: string
}

/** The acts by which a message comes to be. */
const beginnings: ReadonlySet<string> = new Set(['notifications.sent', 'notifications.scheduled'])

/** @param digestOf of the recipients, as recorded in history. */
export function messageFaults(
  lines: readonly HistoryLineOfOne[],
  message: MessageStored | undefined,
  digestOf: (observerIds: readonly number[]) => string,
): string[] {
  const sent = lines.find(({ act }) => beginnings.has(act))
  if (!sent) return message ? ['no line of history tells of it'] : []
  if (!message) return ['it is missing']
  const { title, body, recipients, recipientsDigest } = sent.after as RecordedMessage
  const ids = message.deliveries.map(({ observerId }) => observerId)
  const opened = new Map(
    lines
      .filter(({ act }) => act === 'notifications.opened')
      .map(({ actorId, at }) => [actorId, at.getTime()]),
  )
  return [
    ...saying({
      'what it says': title !== message.title || body !== message.body,
      'to whom it went':
        recipients !== ids.length ||
        (recipientsDigest !== undefined && recipientsDigest !== digestOf(ids)),
    }),
    ...message.deliveries
      .filter(({ observerId, isOpened, at }) => {
        const openedAt = opened.get(observerId)
        return isOpened ? openedAt !== at.getTime() : openedAt !== undefined
      })
      .map(({ observerId }) => `whether observer ${observerId} opened it differs`),
  ]
}
