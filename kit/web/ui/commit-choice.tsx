import {
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { ComboBoxStateContext } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { t } from '../language.ts'
import { say } from './copy.ts'
import type { Choosable } from './field/list-box.tsx'
import { matchOf } from './field/match.ts'

type ChoiceOptions = {
  readonly items: readonly Choosable[]
  readonly defaultKey: string | undefined
  readonly value: string | null | undefined
  readonly onChange: ((id: string | null) => void) | undefined
  readonly onUnknown: ((typed: string) => void) | undefined
}

/** The chosen item, or typed text without a match; controlled or uncontrolled. */
export function useChoice({ items, defaultKey, value, onChange, onUnknown }: ChoiceOptions) {
  const [own, setOwn] = useState<string | null>(defaultKey ?? null)
  const [typed, setTyped] = useState<string>()
  const given = value === undefined ? own : value
  const chosen = items.find(({ id }) => id === given)?.id ?? null
  // Unknown before the list has loaded.
  const isUnlisted = given !== null && given !== '' && chosen === null && items.length > 0
  const unknown = isUnlisted ? given : onUnknown ? undefined : typed
  const take = (id: string | null) => {
    setTyped(undefined)
    setOwn(id)
    if (id !== given) onChange?.(id)
  }
  const doubt = (text: string) => {
    if (onUnknown) return onUnknown(text)
    setTyped(text)
    setOwn(null)
    if (given !== null) onChange?.(null)
  }
  return { chosen, unknown, take, doubt }
}

/** Why the typed text is not accepted. */
export const refusalOf = (items: readonly Choosable[], typed: string): string =>
  t(matchOf(items, typed) === 'several' ? say.fitsSeveral : say.fitsNone, { typed })

type Props = Pick<ChoiceOptions, 'items'> & {
  readonly chosen: string | null
  readonly unknown: string | undefined
  readonly onTake: (id: string | null) => void
  readonly onUnknown: (typed: string) => void
  /** Was the field left before this came? */
  readonly isLeft: boolean
  readonly children: ReactNode
}

/** Wraps the input: leaving it, or Enter, decides what was meant. */
export function CommitChoice({
  items,
  chosen,
  unknown,
  onTake,
  onUnknown,
  isLeft,
  children,
}: Props) {
  const state = use(ComboBoxStateContext)
  const place = useRef<HTMLDivElement>(null)
  useAnnouncing(place, unknown, () => chosen === null && state?.setInputValue(''))

  /** Returns whether the field now shows what is chosen. */
  const decide = (): boolean => {
    const typed = inputIn(place.current)?.value.trim() ?? ''
    if (items.some(({ id, text }) => id === chosen && text === typed)) return true
    const match = typed === '' ? undefined : matchOf(items, typed)
    if (match === 'several' || match === 'none') {
      onUnknown(typed)
      return false
    }
    onTake(match?.id ?? null)
    state?.setInputValue(match?.text ?? '')
    return true
  }
  const arrive = useEffectEvent(() => isLeft && decide())
  useEffect(() => void arrive(), [])
  /** Whether the key picks from the open list. An emptied field opens it at the former choice, which must not be picked. */
  const isPicking = (input: HTMLInputElement | null | undefined): boolean => {
    const focused = state?.isOpen ? state.selectionManager.focusedKey : null
    if (focused === null || input?.value !== '' || focused !== chosen) return focused !== null
    flushSync(() => state?.selectionManager.setFocusedKey(null))
    return false
  }
  const press = (event: KeyboardEvent) => {
    const isMeant = event.key === 'Enter' || event.key === 'Tab'
    const input = inputIn(place.current)
    if (!isMeant || event.target !== input) return
    if (isPicking(input)) return
    // Synchronously, before React Aria shows the last choice again.
    const isDecided = flushSync(decide)
    if (event.key === 'Enter') confirm(event, isDecided)
  }
  const confirm = (event: KeyboardEvent, isDecided: boolean) => {
    event.stopPropagation()
    if (!isDecided || state?.isOpen) event.preventDefault()
    state?.close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what the field in it hears first.
    <div
      ref={place}
      className="relative"
      onBlur={({ target }) => {
        if (target === inputIn(place.current)) decide()
      }}
      onKeyDownCapture={press}
    >
      {children}
    </div>
  )
}

const inputIn = (place: Element | null) =>
  place?.querySelector<HTMLInputElement>('input:not([type=hidden])')

/** Keeps the form from being submitted while the field matches nothing; empties it when its caller does. */
function useAnnouncing(
  place: { readonly current: Element | null },
  unknown: string | undefined,
  empty: () => void,
) {
  const wasUnknown = useRef(unknown)
  const emptied = useEffectEvent(empty)
  useEffect(() => {
    const refusal = unknown === undefined ? '' : t(say.fitsNone, { typed: unknown })
    inputIn(place.current)?.setCustomValidity(refusal)
    if (wasUnknown.current !== undefined && unknown === undefined) emptied()
    wasUnknown.current = unknown
  }, [place, unknown])
}
