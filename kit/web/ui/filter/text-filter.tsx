import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as z from 'zod'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Field } from '../field/field.tsx'

/** How long typing pauses before the list is filtered, in milliseconds. */
const pauseMs = 350

type Props<Value> = Pick<
  ComponentProps<typeof Field>,
  'label' | 'inputMode' | 'placeholder' | 'className'
> & {
  /** The value in the URL; another one replaces what is typed. */
  readonly value: Value | undefined
  readonly schema: z.ZodType<Value>
  /** Says what fits, where typed text may not. */
  readonly expected?: string
  /** @param isTyping whether it goes on from the last change: then both are one step of the browser's history */
  readonly onFilter: (value: Value | undefined, isTyping: boolean) => void
}

/** Filters a list by text: after a pause in typing, or at once on Enter. */
export function TextFilter<Value extends string | number>({
  value,
  schema,
  expected = t(say.checkField),
  onFilter,
  ...rest
}: Props<Value>) {
  const shown = String(value ?? '')
  const [typed, setTyped] = useState(shown)
  const [isRefused, setRefused] = useState(false)
  /** Texts on their way to the URL: they must not replace newer input. */
  const sent = useRef<string[]>([])
  const last = useRef(shown)
  const isTyping = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const follow = useEffectEvent((arrived: string) => {
    const mine = sent.current.indexOf(arrived)
    sent.current = mine < 0 ? [] : sent.current.slice(mine + 1)
    if (mine >= 0) return
    clearTimeout(timer.current)
    last.current = arrived
    setTyped(arrived)
    setRefused(false)
  })
  useEffect(() => follow(shown), [shown])
  useEffect(() => () => clearTimeout(timer.current), [])

  const read = (text: string) => {
    const trimmed = text.trim()
    return trimmed === '' ? { success: true, data: undefined } : schema.safeParse(trimmed)
  }
  const send = (text: string) => {
    clearTimeout(timer.current)
    const { success, data } = read(text)
    const next = String(data ?? '')
    if (!success || next === last.current) return
    last.current = next
    sent.current.push(next)
    onFilter(data, isTyping.current)
    isTyping.current = true
  }
  const type = (text: string) => {
    setTyped(text)
    setRefused(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(text), pauseMs)
  }

  return (
    <Field
      {...rest}
      value={typed}
      onChange={type}
      error={isRefused ? expected : undefined}
      onFocus={() => {
        isTyping.current = false
      }}
      onBlur={() => setRefused(!read(typed).success)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        send(typed)
        setRefused(!read(typed).success)
        isTyping.current = false
      }}
    />
  )
}
