import { useEffect, useEffectEvent, useState } from 'react'

const pageMs = 15_000

export type Rotation = {
  /** The page on screen, counted from 0. */
  readonly index: number
  readonly isPaused: boolean
  pause(): void
  step(by: number): void
  show(index: number): void
}

/** Rotates the pages of a screen. The arrow keys turn pages, the space bar pauses. */
export function useRotation(count: number): Rotation {
  const [at, setAt] = useState(0)
  const [isPaused, setPaused] = useState(prefersStillness)
  const index = count === 0 ? 0 : at % count
  const step = (by: number) => setAt(count === 0 ? 0 : (index + by + count) % count)
  const pause = () => setPaused((before) => !before)

  const onTurn = useEffectEvent(() => step(1))
  useEffect(() => {
    if (isPaused || count < 2) return
    // Restarted for each page, so that a chosen page stays for the full time, too.
    const timer = setTimeout(onTurn, pageMs, index)
    return () => clearTimeout(timer)
  }, [isPaused, count, index])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
      ' ': pause,
    }
    const act = acts[event.key]
    if (!act || isMeantOtherwise(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [])
  return { index, isPaused, pause, step, show: setAt }
}

export const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether a key is not for the rotation: with a modifier, in a dialog, or on a control that uses it. */
const isMeantOtherwise = ({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null ||
  (target instanceof Element &&
    target.closest(key === ' ' ? 'button, a, input' : 'input, textarea') !== null)
