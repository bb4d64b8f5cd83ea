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

/** What is chosen, or was typed and fits nothing; the caller keeps it, or the field itself. */
export function useChoice({ items, defaultKey, value, onChange, onUnknown }: ChoiceOptions) {
  const [own, setOwn] = useState<string | null>(defaultKey ?? null)
  const [typed, setTyped] = useState<string>()
  const given = value === undefined ? own : value
  const chosen = items.find(({ id }) => id === given)?.id ?? null
  // Before the list has come nobody can tell.
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

/** Why what was typed is not taken. */
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

/** Around what one types in: leaving it, or Enter, decides what was meant. */
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
  useTelling(place, unknown, () => chosen === null && state?.setInputValue(''))

  /** Answers whether the field now says what is chosen. */
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
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== inputIn(place.current)) return
    const isPicking = state?.isOpen && state.selectionManager.focusedKey !== null
    if (isPicking) return
    event.stopPropagation()
    // At once: the form that is sent by this very key reads what was decided.
    const isDecided = flushSync(decide)
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

/** Keeps the form from being sent while the field fits nothing; empties it when its caller does. */
function useTelling(
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
