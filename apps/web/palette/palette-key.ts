import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Opened } from './command.ts'

/**
 * The key that opens the palette; part of the first script, so that none is lost before the other shortcuts are loaded.
 * @returns the letters typed before the palette has its field
 */
export function usePaletteKey(opened: Opened, onOpen: (opened: Opened) => void): RefObject<string> {
  const early = useRef('')
  const pressBefore = (event: KeyboardEvent) => {
    if (collect(event, early)) event.preventDefault()
    if (event.key === 'Escape') onOpen(undefined)
  }
  const pressOnPage = (event: KeyboardEvent) => {
    if (!isPaletteKey(event) || hasWindow()) return
    event.preventDefault()
    early.current = ''
    onOpen('palette')
  }
  // Asked at the key: the focus moves without a render.
  useOnKey((event) => (opened === 'palette' && !isInField() ? pressBefore : pressOnPage)(event))
  return early
}

/** Hears every key of the page, in the capture phase: some components stop the propagation of keys. */
export function useOnKey(press: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(press)
  useEffect(() => {
    const heard = (event: KeyboardEvent) => latest(event)
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [])
}

/** Whether a window is open over the page, which then gets all keys. */
export const hasWindow = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Whether the palette's field has the focus: it does once the palette has been loaded. */
const isInField = () => document.activeElement?.closest('[role=dialog]') !== null

/** Adds a typed letter; returns whether the key is meant for the palette. */
function collect(event: KeyboardEvent, early: RefObject<string>): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  if (ctrlKey || metaKey || altKey || isComposing) return false
  if (key.length === 1) early.current += key
  if (key === 'Backspace') early.current = early.current.slice(0, -1)
  return key.length === 1 || ['Backspace', 'Enter', 'Escape'].includes(key)
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
