import { setTimeout as pause } from 'node:timers/promises'
import type { Ground, Part } from '../ground.ts'
import { parts } from '../ground.ts'
import type { Draw } from './chance.ts'

/** When something was being killed, in milliseconds since 1970. */
export type Strikes = {
  wasStruck(from: number, to: number): boolean
  /** Kills one part after the other, evenly over the run. */
  during(progress: () => number, isOver: () => boolean): Promise<void>
  readonly counts: Readonly<Record<Part, number>>
}

/** For so long after a part is back its absence can still be felt, in milliseconds. */
const aftermathMs = 5000
const everyMs = 50

export function strikesOn(ground: Ground, times: number, draw: Draw): Strikes {
  const spells: { from: number; to: number }[] = []
  const counts = { server: 0, database: 0 }
  const targets = draw.shuffled(parts.flatMap((part) => Array.from({ length: times }, () => part)))
  return {
    counts,
    wasStruck: (from, to) =>
      spells.some((spell) => spell.from <= to && from <= spell.to + aftermathMs),
    during: async (progress, isOver) => {
      for (const [nth, part] of targets.entries()) {
        const due = (nth + 0.5 + draw.chance() / 2) / (targets.length + 0.5)
        while (progress() < due && !isOver()) await pause(everyMs)
        if (isOver()) return
        const spell = { from: Date.now(), to: Number.POSITIVE_INFINITY }
        spells.push(spell)
        await ground.strike(part)
        spell.to = Date.now()
        counts[part] += 1
      }
    },
  }
}
