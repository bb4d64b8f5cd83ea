import type { Reply } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import {
  mostTexts,
  type TextFinding,
  type TextToTranslate,
  type translations,
} from '../translation-contract.ts'
import { canonicalTag } from './tag-domain.ts'
import { stateOf } from './texts-domain.ts'

type Sheet = {
  readonly headings: readonly string[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

const longest = 1000

/** The texts as a sheet: by the key they find their place again. */
export const writeTexts = (
  texts: readonly TextToTranslate[],
  [language, other]: readonly [string, string],
): { headings: string[]; rows: string[][] } => ({
  headings: ['key', 'code', language, other, 'state'],
  rows: texts.map(({ key, code, text, to, from }) => [
    key,
    code,
    text,
    to,
    stateOf(text, { to, from }),
  ]),
})

/**
 * Reads the translations in a sheet: its first column has keys, its third the texts, its fourth the translations. An
 * empty translation says nothing.
 * @throws Problem `request.invalid`, of the file
 */
export function readTexts(
  { headings, rows }: Sheet,
  texts: readonly TextToTranslate[],
): Reply<typeof translations.read> {
  if (headings[0]?.trim().toLowerCase() !== 'key' || !canonicalTag(headings[3]?.trim() ?? ''))
    throw new Problem('request.invalid', { errors: { file: ['There is no column key'] } })
  if (rows.length > mostTexts)
    throw new Problem('request.invalid', { errors: { file: [`More than ${mostTexts} rows`] } })
  const known = new Map(texts.map((text) => [text.key, text]))
  const seen = new Set<string>()
  const findings: TextFinding[] = []
  const filled = rows
    .map(({ line, cells }) => {
      const [key = '', , from = '', to = ''] = cells.map((cell) => cell.replace(/\s+/g, ' ').trim())
      return { line, key, from: from.slice(0, longest), to }
    })
    .filter(({ to }) => to !== '')
  const read = filled.flatMap(({ line, key, from, to }) => {
    const text = known.get(key)
    const why = faultOf(text, seen.has(key), to)
    seen.add(key)
    if (why) findings.push({ line, why, detail: key })
    if (!text || why) return []
    if (from !== text.text) findings.push({ line, why: 'changed', detail: from })
    return text.to === to && text.from === from ? [] : [{ key, to, from }]
  })
  return { texts: read, findings }
}

function faultOf(text: unknown, isSecond: boolean, to: string): TextFinding['why'] | undefined {
  if (!text) return 'unknown'
  if (isSecond) return 'duplicate'
  return to.length > longest ? 'long' : undefined
}
