import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { useNavigation } from '../frame/use-navigation.ts'
import type { Opened } from './command.ts'
import { focusFilter, focusRow, pressNextFlagged } from './rows.ts'

const Palette = deferred(async () => (await import('./palette.tsx')).Palette)
const KeyPage = deferred(async () => (await import('./key-page.tsx')).KeyPage)

/** The open window, if any. */
type Props = { readonly opened: Opened; readonly onOpen: (opened: Opened) => void }

/** How long `g` waits for the next letter. */
const patienceMs = 1500

/** Global keyboard shortcuts, and the windows that they open. */
export function Keys({ opened, onOpen }: Props) {
  useKeys(onOpen)
  return (
    <Suspense>
      {opened === 'palette' && <Palette onOpen={onOpen} />}
      {opened === 'keys' && <KeyPage onClose={() => onOpen(undefined)} />}
    </Suspense>
  )
}

function useKeys(onOpen: (opened: Opened) => void): void {
  const navigate = useNavigate()
  const { beforeGuide, afterGuide } = useNavigation()
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY)

  const go = (letter: string): boolean => {
    const entry = [...beforeGuide, ...afterGuide].find((one) => one.letter === letter)
    if (entry) void navigate(entry.target)
    return entry !== undefined
  }

  /** The action of a single key; returns whether it found something to do. */
  const acts: Readonly<Record<string, () => boolean>> = {
    j: () => focusRow(1),
    k: () => focusRow(-1),
    n: pressNextFlagged,
    '/': focusFilter,
    '?': () => {
      onOpen('keys')
      return true
    },
  }

  const act = (key: string, at: number): boolean => {
    const isWhereTo = at - goPressedAt.current < patienceMs
    goPressedAt.current = key === 'g' && !isWhereTo ? at : Number.NEGATIVE_INFINITY
    return (isWhereTo && go(key)) || (acts[key]?.() ?? false)
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (hasWindow()) return
    if (isPaletteKey(event)) {
      event.preventDefault()
      onOpen('palette')
    } else if (isLetter(event) && act(event.key, event.timeStamp)) event.preventDefault()
  })

  useEffect(() => {
    const heard = (event: KeyboardEvent) => press(event)
    // In the capture phase: some components stop the propagation of keys.
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [])
}

/** Whether a window is open over the page, which then gets all keys. */
const hasWindow = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Where letters are typed, or search by prefix. */
const takesLetters = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable]',
  '[role=menu]',
  '[role=listbox]',
  '[aria-haspopup=listbox]',
].join()

function isLetter({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || !areLettersKeys()) return false
  return !(target instanceof Element && target.closest(takesLetters))
}
