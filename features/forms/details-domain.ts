import type { QuestionDraft } from './contract.ts'
import type { Asked } from './kind-contract.ts'
import { rulesOf, textType, usualHighest } from './kind-domain.ts'

/** A choice that need not be answered. */
export const plain: Asked = { kind: 'choice', isRequired: false, min: null, max: null, unit: '' }

/**
 * How a drafted question is answered. Clients that do not know kinds send none of it: a stored question keeps what it has,
 * unless the client made a question by value one with several options or of another type.
 */
export function detailsOf(draft: QuestionDraft, stored: Asked = plain): Asked {
  const isKept = draft.kind !== undefined || isByValue(draft)
  const kept = isKept ? stored : { ...plain, isRequired: stored.isRequired }
  const { kind = kept.kind, isRequired = kept.isRequired } = draft
  const { isScale, hasLimits } = rulesOf(kind)
  if (isScale) {
    const last = kept.kind === kind ? kept.max : null
    return { ...plain, kind, isRequired, min: 1, max: draft.max ?? last ?? usualHighest }
  }
  if (!hasLimits) return { ...plain, kind, isRequired }
  const { min = kept.min, max = kept.max, unit = kept.unit } = draft
  return { kind, isRequired, min, max, unit: unit ?? '' }
}

const isByValue = ({ questionType, optionsToQuestions }: QuestionDraft) =>
  questionType === textType && optionsToQuestions.length <= 1

/** What phones that do not know kinds show beside the field. */
export function fieldText({ kind, min, max, unit }: Asked): string {
  const about = [rangeOf(min, max), unit, rulesOf(kind).written].filter(Boolean).join(' ')
  return about ? `Răspuns (${about})` : 'Răspuns'
}

function rangeOf(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${written(min)}–${written(max)}`
  if (min !== null) return `≥ ${written(min)}`
  return max === null ? '' : `≤ ${written(max)}`
}

const written = (number: number) => String(number).replace('.', ',')
