import type { KeyboardEvent } from 'react'

const questionsIn = (form: Element) => [...form.querySelectorAll('fieldset')]

/** Focuses a question at its chosen option, otherwise at its first; whether there is such a question. */
export function focusQuestion(form: Element | null, place: number): boolean {
  const question = form ? questionsIn(form)[place] : undefined
  const chosen = question?.querySelector<HTMLElement>('input:checked')
  const option = chosen ?? question?.querySelector<HTMLElement>('input, textarea')
  option?.focus()
  // The whole question is in sight, not only the option.
  question?.scrollIntoView({ block: 'nearest' })
  return question !== undefined
}

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }
const beside: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * Moves between the questions of a form. The browser would choose another option by an arrow, which would be stored at
 * once: here an arrow never chooses.
 * @param onEnd when there is no further question
 */
export function moveBy(event: KeyboardEvent<HTMLElement>, onEnd: () => void): void {
  const { key, currentTarget: form, target } = event
  const question = target instanceof HTMLElement && target.closest('fieldset')
  if (!question || !isMove(event)) return
  event.preventDefault()
  const step = steps[key]
  if (step === undefined) {
    focusBeside(question, target, beside[key] ?? 0)
    return
  }
  const place = questionsIn(form).indexOf(question) + step
  if (place >= 0 && !focusQuestion(form, place)) onEnd()
}

/** In a text, Enter alone moves on, and makes a line with Shift. A button is pressed by it. */
function isMove({ key, shiftKey, target, nativeEvent }: KeyboardEvent): boolean {
  if (nativeEvent.isComposing) return false
  if (target instanceof HTMLTextAreaElement) return key === 'Enter' && !shiftKey
  return isInput(target) && (key in steps || (key in beside && !isText(target)))
}

const isInput = (target: EventTarget) => target instanceof HTMLInputElement
/** A field in which keys write. */
export const isText = (target: EventTarget) => isInput(target) && target.type === 'text'

function focusBeside(question: Element, option: HTMLElement, step: number): void {
  const options = [...question.querySelectorAll<HTMLElement>('input')]
  options[options.indexOf(option) + step]?.focus()
}
