/** How long a message is shown. */
const shownMs = 5000

/** How long one is shown that undoes many things at once, or offers two: there is more to look through. */
const longMs = 20_000

/** How long it is shown after the user stopped reading it. */
const leftMs = 1000

/** How long it takes to fade: as long as a second click may follow, which must not hit the page below it. */
const fadeMs = 500

type Tone = 'success' | 'warning' | 'error'

export type Message = {
  /** By default whether it succeeded. */
  readonly title?: string
  readonly text?: string
  /** Actions to offer, such as to try again; beside `undo`, what follows from it. */
  readonly actions?: readonly { readonly label: string; readonly onPress: () => void }[]
  /** Offers to undo it. Resolves with the sentence to show then, unless that is shown elsewhere. */
  readonly undo?: (() => unknown) | false
  /** It undoes more than one thing. */
  readonly isOfMany?: boolean
}

export type Shown = Message & {
  readonly id: number
  readonly tone: Tone
  /** It fades; nothing restores it. */
  readonly isLeaving?: boolean
}

let shown: readonly Shown[] = []
let lastId = 0
const watchers = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

const show = (tone: Tone) => (message: Message) => {
  lastId += 1
  setShown([...shown, { ...message, tone, id: lastId }])
  const isLong = message.isOfMany || (message.undo && message.actions)
  dismissAfter(lastId, isLong ? longMs : shownMs)
}

/** Shows what happened, from anywhere, in a message that disappears by itself. */
export const toast = {
  success: show('success'),
  warning: show('warning'),
  error: show('error'),
}

export function dismiss(id: number): void {
  hold(id)
  setShown(shown.map((each) => (each.id === id ? { ...each, isLeaving: true } : each)))
  setTimeout(() => setShown(shown.filter((each) => each.id !== id)), fadeMs)
}

/** The user is reading it: it stays until `release`. */
export function hold(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

export function release(id: number): void {
  if (shown.some((each) => each.id === id && !each.isLeaving)) dismissAfter(id, leftMs)
}

export const currentToasts = (): readonly Shown[] => shown

export function watchToasts(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function dismissAfter(id: number, ms: number): void {
  hold(id)
  timers.set(
    id,
    setTimeout(() => dismiss(id), ms),
  )
}

function setShown(next: readonly Shown[]): void {
  shown = next
  for (const changed of watchers) changed()
}
