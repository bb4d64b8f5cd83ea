import { useNavigate } from '@tanstack/react-router'
import { type RefObject, Suspense, useRef } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { useNavigation } from '../frame/use-navigation.ts'
import type { Opened } from './command.ts'
import { hasWindow, useOnKey } from './palette-key.ts'
import { focusFilter, focusRow, leaveFilter, pressKeyed } from './rows.ts'

const Palette = deferred(async () => (await import('./palette.tsx')).Palette)
const KeyPage = deferred(async () => (await import('./key-page.tsx')).KeyPage)

type Props = {
  /** The open window, if any. */
  readonly opened: Opened
  readonly onOpen: (opened: Opened) => void
  /** The letters typed before the palette has its field. */
  readonly early: RefObject<string>
}

/** How long `g` waits for the next letter. */
const patienceMs = 1500

/** Global keyboard shortcuts, and the windows that they open. */
export function Keys({ opened, onOpen, early }: Props) {
  useKeys({ opened, onOpen, early })
  return (
    <Suspense>
      {opened === 'palette' && <Palette early={early} onOpen={onOpen} />}
      {opened === 'keys' && <KeyPage onClose={() => onOpen(undefined)} />}
    </Suspense>
  )
}

function useKeys({ opened, onOpen, early }: Props): void {
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
    '/': () => {
      if (!focusFilter()) {
        early.current = ''
        onOpen('palette')
      }
      return true
    },
    '?': () => {
      onOpen('keys')
      return true
    },
  }

  const act = ({ key, timeStamp: at, repeat: isRepeated }: KeyboardEvent): boolean => {
    const isWhereTo = at - goPressedAt.current < patienceMs
    goPressedAt.current = key === 'g' && !isWhereTo ? at : Number.NEGATIVE_INFINITY
    return (isWhereTo && go(key)) || (acts[key]?.() ?? (!isRepeated && pressKeyed(key)))
  }

  const pressOnPage = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && leaveFilter(event.target)) {
      event.preventDefault()
      // Nothing else is closed by it.
      event.stopPropagation()
    } else if (isLetter(event) && act(event)) event.preventDefault()
  }
  useOnKey((event) => {
    if (opened !== 'palette' && !hasWindow()) pressOnPage(event)
  })
}

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
