import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { CompletedAnswer } from '#features/answers/contract.ts'
import { hiddenIn } from '#features/answers/judged-domain.ts'
import { forms, type Question, type Section } from '#features/forms/contract.ts'
import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { ClerkQuestion } from './clerk-question.tsx'
import { say } from './copy.ts'
import { focusQuestion, moveBy } from './question-keys.ts'
import type { Entry } from './use-entry.tsx'

type Props = {
  readonly form: { readonly id: Id<'forms'>; readonly version: number }
  readonly pollingStationId: Id<'pollingStations'>
  readonly completed: readonly CompletedAnswer[]
  readonly entry: Entry
  /** Its first question gets the focus when it opens. */
  readonly hasFocus: boolean
  /** After the last question. */
  readonly onEnd: () => void
}

/** A form that is filled in by the keyboard alone, in the version that phones show when it opens. */
export function ClerkForm(props: Props) {
  const { form, pollingStationId, completed, entry, hasFocus, onEnd } = props
  const { id } = form
  // A newer version must not turn the page under the clerk.
  const [version] = useState(form.version)
  const sections = useQuery({
    ...read(forms.get, { params: { id }, query: { version } }),
    // A published version never changes.
    staleTime: 'static',
  })
  const body = useRef<HTMLDivElement>(null)
  const isThere = sections.data !== undefined
  useEffect(() => {
    if (hasFocus && isThere) focusQuestion(body.current, 0)
  }, [hasFocus, isThere])
  const { saveAllTyped } = entry
  // The browser does not report that a field lost the focus when the field is removed.
  useEffect(() => saveAllTyped, [saveAllTyped])
  const hidden = useHidden(sections.data, completed, pollingStationId)
  const isShown = (question: Question) =>
    !hidden.has(question) ||
    entry.unsaved.has(question.id) ||
    completed.some((one) => one.id === question.id)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => moveBy(event, onEnd)
  return (
    <Loaded query={sections}>
      {(known) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the questions within.
        <div ref={body} onKeyDown={onKeyDown} className="grid gap-4 px-4 py-4 sm:px-6">
          <p className="text-small text-muted max-sm:hidden">
            {t(say.keys, { keys: '1–9', down: '↓', up: '↑' })}
          </p>
          {shownIn(known, isShown).map((section) => (
            <section key={section.id} className="grid gap-3">
              {section.description && (
                <h3 className="text-large font-strong wrap-anywhere">{section.description}</h3>
              )}
              {section.questions.map((question) => (
                <ClerkQuestion
                  key={question.id}
                  question={question}
                  formVersion={version}
                  stored={completed.find((one) => one.id === question.id)}
                  entry={entry}
                />
              ))}
            </section>
          ))}
        </div>
      )}
    </Loaded>
  )
}

/** The sections with a question that is asked, and those questions: one that is answered stays. */
const shownIn = (
  sections: readonly Section[] | null | undefined,
  isShown: (question: Question) => boolean,
): Section[] =>
  (sections ?? [])
    .map((section) => ({ ...section, questions: section.questions.filter(isShown) }))
    .filter(({ questions }) => questions.length > 0)

/** The questions that the answers so far hide. The station is only read where there are conditions. */
function useHidden(
  sections: readonly Section[] | null | undefined,
  completed: readonly CompletedAnswer[],
  id: Id<'pollingStations'>,
): ReadonlySet<Question> {
  const hasConditions = sections?.some(
    ({ shownIf, questions }) => shownIf || questions.some((question) => question.shownIf),
  )
  const station = useQuery({
    ...read(places.station, { params: { id } }),
    enabled: hasConditions === true,
  })
  return useMemo(
    () => hiddenIn(sections ?? [], completed, { 'station.voters': station.data?.voters ?? null }),
    [sections, completed, station.data],
  )
}
