import type { Copy } from '#kit/contract/copy.ts'
import { readAccountStorage, writeAccountStorage } from '#kit/web/account-storage.ts'
import { say } from '../../copy.ts'

/** Common options, in groups. */
export const groups = [
  {
    id: 'confirmation',
    title: say.confirmation,
    choices: [
      { id: 'yes', text: say.yes },
      { id: 'no', text: say.no },
      { id: 'dontKnow', text: say.dontKnow },
    ],
  },
  {
    id: 'rating',
    title: say.rating,
    choices: ['1', '2', '3', '4', '5'].map((digit) => ({
      id: `rating${digit}`,
      text: { ro: digit, en: digit } as Copy,
    })),
  },
] as const

const key = 'selectedPredefinedOptions'

/** The last selection, as the first system kept it: by name, "true" or "false". */
export function recallChosen(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(readAccountStorage(key) || '{}')
    const entries = Object.entries(kept ?? {})
    return new Set(entries.filter(([, value]) => value === 'true').map(([id]) => id))
  } catch {
    return new Set()
  }
}

export function rememberChosen(chosen: ReadonlySet<string>): void {
  const all = groups.flatMap(({ choices }) => choices.map(({ id }) => [id, String(chosen.has(id))]))
  writeAccountStorage(key, JSON.stringify(Object.fromEntries(all)))
}
