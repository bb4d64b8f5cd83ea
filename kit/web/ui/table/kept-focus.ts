import { type RefObject, useEffect, useEffectEvent } from 'react'

const controls = 'a[href], button, input'
/** What opens from a row, and gives the focus back to it. */
const opened = '[role=menu], [role=dialog], [role=alertdialog]'

/** The control of a row that has the focus, or gets it back: its row's key and number, and its own number there. */
type Held = {
  readonly control: HTMLElement
  readonly key: string
  readonly row: number
  readonly place: number
}

/**
 * Hands the focus on when its row goes away, after an act of the user or a colleague: to the row in its place. Otherwise
 * keyboard users would begin at the top of the page again.
 * @param isThere by a row's key: a row that is only scrolled out of a long table keeps its focus
 */
export function useKeptFocus(
  body: RefObject<HTMLTableSectionElement | null>,
  isThere: (key: string) => boolean,
): void {
  const isListed = useEffectEvent(isThere)
  useEffect(() => {
    const rows = body.current
    if (!rows) return
    let held: Held | undefined
    const hear = ({ target }: FocusEvent) => {
      if (!isIn(target, opened)) held = heldIn(rows, target)
    }
    // Who clicks beside everything leaves the row as well, but not who clicks beside a window.
    const leave = ({ target }: MouseEvent) => {
      if (!document.querySelector(opened) && !isIn(target, controls)) held = undefined
    }
    const handOn = () => {
      if (held && document.activeElement === document.body)
        nextTo(rows, held, isListed)?.focus({ preventScroll: true })
    }
    // Windows give the focus back in the frame after they have gone.
    const inTwoFrames = () => requestAnimationFrame(() => requestAnimationFrame(handOn))
    const changes = new MutationObserver(inTwoFrames)
    for (const place of [rows, document.body]) changes.observe(place, { childList: true })
    document.addEventListener('focusin', hear)
    document.addEventListener('mousedown', leave)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', hear)
      document.removeEventListener('mousedown', leave)
    }
  }, [body])
}

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

const rowsIn = (body: HTMLTableSectionElement) => [...body.querySelectorAll('tr')]

const controlsIn = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>(controls) ?? []),
]

function heldIn(body: HTMLTableSectionElement, target: EventTarget | null): Held | undefined {
  if (!(target instanceof HTMLElement) || !body.contains(target)) return undefined
  const row = target.closest('tr')
  const key = row?.dataset['key']
  if (!row || key === undefined) return undefined
  return {
    control: target,
    key,
    row: rowsIn(body).indexOf(row),
    place: controlsIn(row).indexOf(target),
  }
}

function nextTo(
  body: HTMLTableSectionElement,
  { control, key, row, place }: Held,
  isListed: (key: string) => boolean,
) {
  if (control.isConnected) return control
  const rows = rowsIn(body)
  const own = rows.find(({ dataset }) => dataset['key'] === key)
  if (!own && isListed(key)) return undefined
  return controlsIn(own ?? rows[Math.min(row, rows.length - 1)])[place]
}
