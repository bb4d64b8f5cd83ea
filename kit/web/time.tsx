import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { whichOfTwo } from '#kit/contract/value/instant.ts'
import { locale, t } from './language.ts'
import { usePrinting } from './printing.ts'
import { onClockChange, serverNow } from './read/clock.ts'
import { say } from './ui/copy.ts'

const tickMs = 20_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The time zone of the page; by default the reader's own. */
const Zone = createContext<string | undefined>(undefined)

export function InZone({ zone, children }: { zone: string | undefined; children: ReactNode }) {
  return <Zone value={zone}>{children}</Zone>
}

/** How long ago it was, kept current; the exact moment is its title. On paper: when it was. */
export function Ago({ at }: { at: Date }) {
  const now = useNow()
  const isPrinting = usePrinting()
  const exact = useFormat({ dateStyle: 'full', timeStyle: 'medium' }).format(at)
  const day = useFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const whole = useFormat(dayAndTime)
  return (
    <time dateTime={at.toISOString()} title={exact} className="whitespace-nowrap">
      {isPrinting ? whole.format(at) : (ago(now - at.getTime()) ?? day.format(at))}
    </time>
  )
}

const timeOfDay = { hour: '2-digit', minute: '2-digit' } as const
const timeToSecond = { ...timeOfDay, second: '2-digit' } as const

/** Formats a moment as the time of day. */
export const useClock = () => useFormatted(useFormat(timeOfDay))

/** Formats a moment as the time of day, to the second. */
export const useExactClock = () => useFormatted(useFormat(timeToSecond))

/** Formats a moment as the time of day, and of another day, or on paper, with its date. */
export function useMoment(): (at: Date) => string {
  const isPrinting = usePrinting()
  const isToday = useIsToday()
  const time = useFormatted(useFormat(timeOfDay))
  const whole = useFormatted(useFormat(dayAndTime))
  return (at) => (!isPrinting && isToday(at) ? time(at) : whole(at))
}

function useIsToday(): (at: Date) => boolean {
  const day = useFormat({ dateStyle: 'short' })
  const today = day.format(useNow())
  return (at) => day.format(at) === today
}

/** The time of day, and below it the date of another day: for narrow columns. */
export function TimeAboveDay({ at }: { at: Date }) {
  const isToday = useIsToday()
  const clock = useClock()
  const day = useFormat({ day: 'numeric', month: 'short' })
  return (
    <time dateTime={at.toISOString()} className="flex max-w-[5em] flex-col">
      <span>{clock(at)}</span>
      {!isToday(at) && <span>{day.format(at)}</span>}
    </time>
  )
}

/** In the hour that occurs twice when clocks are put back, it also says which of the two is meant. */
function useFormatted(format: Intl.DateTimeFormat): (at: Date) => string {
  const zone = use(Zone) ?? format.resolvedOptions().timeZone
  return (at) => {
    const which = whichOfTwo(at, zone)
    const time = format.format(at)
    return which ? t(which === 'first' ? say.firstOfTwo : say.secondOfTwo, { time }) : time
  }
}

/** The time of day; the date is its title. */
export function ShortTime({ at }: { at: Date }) {
  const time = useFormat({ hour: '2-digit', minute: '2-digit' }).format(at)
  const date = useFormat({ dateStyle: 'full' }).format(at)
  return (
    <time dateTime={at.toISOString()} title={date}>
      {time}
    </time>
  )
}

const dayAndTime = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const

/** The time of day, and of another day, or on paper, its date; the full date and time are its title. */
export function Moment({ at }: { at: Date }) {
  const exact = useFormat({ dateStyle: 'full', timeStyle: 'medium' }).format(at)
  const text = useMoment()(at)
  return (
    <time dateTime={at.toISOString()} title={exact} className="whitespace-nowrap">
      {text}
    </time>
  )
}

const useFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const timeZone = use(Zone)
  return formatOf({ ...options, ...(timeZone && { timeZone }) })
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Created once: a list has three for each of its rows, and on a slow machine each takes a millisecond. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}

const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })

function ago(passedMs: number): string | undefined {
  if (passedMs < minuteMs) return t(say.justNow)
  if (passedMs < hourMs) return relative.format(-Math.floor(passedMs / minuteMs), 'minute')
  if (passedMs < 24 * hourMs) return relative.format(-Math.floor(passedMs / hourMs), 'hour')
  return undefined
}

const watchers = new Set<() => void>()
let now = serverNow()
let clock: ReturnType<typeof setInterval> | undefined

/** A single clock for the whole screen, which stops while the page is hidden. */
export const useNow = () => useSyncExternalStore(watch, () => now)

function watch(ticked: () => void): () => void {
  // If the clock had stopped; while it runs, each row of a list would redraw those above it.
  if (watchers.size === 0 && serverNow() - now >= tickMs) now = serverNow()
  watchers.add(ticked)
  clock ??= setInterval(tick, tickMs)
  return () => {
    watchers.delete(ticked)
    if (watchers.size > 0) return
    clearInterval(clock)
    clock = undefined
  }
}

function tick(): void {
  now = serverNow()
  for (const ticked of watchers) ticked()
}

onClockChange(tick)
