import { edgePull, placeAt, stepAside } from './reorder.ts'

/** A press that moves less is a click. */
const thresholdPx = 5

/** At the very edge of a pane, in pixels per frame. */
const fastestScroll = 14

export type Drag = {
  /** What was pressed to drag the item. */
  readonly handle: HTMLElement
  /** What moves: a child of its list. All children with a `data-key` are its neighbours. */
  readonly item: HTMLElement
  readonly onLift: () => void
  /** The index, from 0, where it was dropped; not called when the drag was cancelled. */
  readonly onDrop: (place: number) => void
}

/**
 * Follows a pointer that was pressed on a handle until it is released. The browser's own drag and drop is not
 * used: it has no threshold, no edge scrolling, and no touch.
 */
export function follow(down: PointerEvent, { handle, item, onLift, onDrop }: Drag): void {
  const over = new AbortController()
  const on = { signal: over.signal }
  let held: Held | undefined
  let y = down.clientY

  const end = (isDropped: boolean) => {
    over.abort()
    const place = held?.letGo()
    if (isDropped && place !== undefined) onDrop(place)
  }
  const frame = () => {
    if (over.signal.aborted) return
    // A colleague has deleted it, or the page was left: there is nothing to drop any more.
    if (!item.isConnected) {
      end(false)
      return
    }
    held?.moveTo(y)
    requestAnimationFrame(frame)
  }
  const move = (event: PointerEvent) => {
    y = event.clientY
    if (held || Math.abs(y - down.clientY) < thresholdPx) return
    held = lift(item, down.clientY)
    onLift()
    frame()
  }

  handle.setPointerCapture(down.pointerId)
  // On the window: a removed handle gets no events, not even the release.
  window.addEventListener('pointermove', move, on)
  const drop = ({ clientY }: PointerEvent) => {
    // A busy machine may not have drawn a frame since the last move.
    if (item.isConnected) held?.moveTo(clientY)
    end(item.isConnected)
  }
  window.addEventListener('pointerup', drop, on)
  window.addEventListener('pointercancel', () => end(false), on)
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end(false)
  }
  window.addEventListener('keydown', giveUp, { ...on, capture: true })
}

type Held = {
  readonly moveTo: (y: number) => void
  /** The index it hovered over; undefined: where it was. */
  readonly letGo: () => number | undefined
}

/** Lifts an item out of its list: it follows the pointer, and its neighbours make room. */
function lift(item: HTMLElement, startY: number): Held {
  const list = item.parentElement ?? item
  const items = [...list.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && 'key' in child.dataset,
  )
  const from = items.indexOf(item)
  const pane = paneOf(list)
  const scrolledBefore = pane.scrollTop
  const extents = items.map((each) => each.getBoundingClientRect())
  const { top, bottom } = item.getBoundingClientRect()
  let place = from
  list.dataset['dragging'] = ''
  item.dataset['held'] = ''

  const moveTo = (y: number) => {
    pane.scrollTop += edgePull(y, extentOf(pane)) * fastestScroll
    const way = y - startY + pane.scrollTop - scrolledBefore
    place = placeAt(extents, from, (top + bottom) / 2 + way)
    for (const [index, each] of items.entries()) {
      const shift = each === item ? way : stepAside(extents, index, from, place)
      each.style.transform = shift === 0 ? '' : `translateY(${shift}px)`
    }
  }

  const letGo = () => {
    delete list.dataset['dragging']
    delete item.dataset['held']
    for (const each of items) each.style.transform = ''
    return place === from ? undefined : place
  }

  return { moveTo, letGo }
}

/** The nearest pane that scrolls, or the whole page. */
function paneOf(start: HTMLElement): Element {
  for (let each = start.parentElement; each; each = each.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(each).overflowY)
    if (scrolls && each.scrollHeight > each.clientHeight) return each
  }
  return document.scrollingElement ?? document.documentElement
}

function extentOf(pane: Element): { top: number; bottom: number } {
  const isPage = pane === document.scrollingElement
  return isPage ? { top: 0, bottom: window.innerHeight } : pane.getBoundingClientRect()
}
