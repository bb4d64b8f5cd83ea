import { type Draft, type DraftSection, questionsOf } from './form-parts.ts'

/** The next section code: one more than the last, or the form's with a number. */
export function nextSectionCode({ code, sections }: Draft): string {
  const last = sections.at(-1)?.code.trim() ?? ''
  const first = code.trim() === '' ? '' : `${code.trim()}1`
  return free(last === '' ? first : oneMore(last), new Set(sections.map((each) => each.code)))
}

/**
 * The next question code: one more than the one before it, or the first of its section (A1.1) or, where the
 * section has no code, of its form (A1). Codes are unique in a form: exported files identify answers by them.
 */
export function nextQuestionCode(draft: Draft, section: DraftSection, before?: string): string {
  const previous = (before ?? section.questions.at(-1)?.code ?? '').trim()
  const sectionCode = section.code.trim()
  const first = sectionCode === '' ? `${draft.code.trim()}1` : `${sectionCode}.1`
  const taken = new Set(questionsOf(draft).map(({ code }) => code))
  return free(previous === '' ? first : oneMore(previous), taken)
}

function free(wanted: string, taken: ReadonlySet<string>): string {
  if (wanted === '' || !taken.has(wanted)) return wanted
  return free(oneMore(wanted), taken)
}

/** A1.9 → A1.10; a code that does not end in a number gets one. */
function oneMore(code: string): string {
  const [digits] = /\d+$/.exec(code) ?? []
  if (digits === undefined) return `${code}1`
  return code.slice(0, -digits.length) + String(Number(digits) + 1).padStart(digits.length, '0')
}
