import type { QuestionDraft } from './contract.ts'
import type { Asked, QuestionKind } from './kind-contract.ts'

const plain: Asked = { kind: 'choice', isRequired: false, min: null, max: null, unit: '' }

export const isChoice = (kind: QuestionKind): boolean => kind === 'choice'
/** Whether notes bring the answer; an answer of its own is only a remark. */
export const isFile = (kind: QuestionKind): boolean => kind === 'file'
export const isNumber = (kind: QuestionKind): boolean => kind === 'whole' || kind === 'decimal'

/**
 * How a drafted question is answered. Clients that do not know kinds send none of it: a stored question keeps what it has,
 * unless the client made a question by value one with several options or of another type.
 */
export function detailsOf(draft: QuestionDraft, stored: Asked = plain): Asked {
  const isKept = draft.kind !== undefined || isByValue(draft)
  const kept = isKept ? stored : { ...plain, isRequired: stored.isRequired }
  const { kind = kept.kind, isRequired = kept.isRequired } = draft
  if (kind === 'rating') {
    const last = kept.kind === 'rating' ? kept.max : null
    return { ...plain, kind, isRequired, min: 1, max: draft.max ?? last ?? 5 }
  }
  if (!isNumber(kind)) return { ...plain, kind, isRequired }
  const { min = kept.min, max = kept.max, unit = kept.unit } = draft
  return { kind, isRequired, min, max, unit: unit ?? '' }
}

const isByValue = ({ questionType, optionsToQuestions }: QuestionDraft) =>
  questionType === 2 && optionsToQuestions.length <= 1

/** What phones that do not know kinds show beside the field. */
export function fieldText({ kind, min, max, unit }: Asked): string {
  const about = [rangeOf(min, max), unit, forms[kind]].filter(Boolean).join(' ')
  return about ? `Răspuns (${about})` : 'Răspuns'
}

const forms: Partial<Record<QuestionKind, string>> = {
  date: 'zz.ll.aaaa',
  time: 'hh:mm',
  moment: 'zz.ll.aaaa hh:mm',
  file: 'fotografia se trimite ca notă',
}

function rangeOf(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${written(min)}–${written(max)}`
  if (min !== null) return `≥ ${written(min)}`
  return max === null ? '' : `≤ ${written(max)}`
}

const written = (number: number) => String(number).replace('.', ',')
