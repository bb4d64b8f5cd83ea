import { useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { changed } from './form-draft.ts'
import { actsOn, type EditorContext } from './form-editor-acts.ts'
import { type Draft, type Key, questionsOf } from './form-parts.ts'
import { type Errors, noErrors, withoutChanged } from './form-problems.ts'

/** With more questions than this a form opens with all of them collapsed. */
const mostUnfolded = 8

/** Everything that happens to a form before it is sent. */
export function useFormEditor(start: Draft) {
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<Errors>(noErrors)
  const [unfolded, setUnfolded] = useState(() => firstUnfolded(start))
  /** The question for which the user is choosing predefined options. */
  const [choosing, setChoosing] = useState<Key>()
  const focusOn = useFocus()
  const latest = useRef(start)

  const tools = useMemo<EditorContext>(
    () => ({
      now: () => latest.current,
      change: (change) => {
        latest.current = changed(latest.current, change)
        setDraft(latest.current)
        setErrors((before) => withoutChanged(before, change))
      },
      setUnfolded,
      setChoosing,
      focusOn,
    }),
    [focusOn],
  )
  const acts = useMemo(() => actsOn(tools), [tools])

  /** Shows the errors, and focuses the first, unfolding its question. */
  const show = useCallback(
    (wrong: Errors) => {
      setErrors(wrong)
      const keys = new Set([...wrong.keys()].map((id) => id.slice(0, id.lastIndexOf(':'))))
      const around = questionsOf(latest.current).filter(({ key, options }) =>
        [key, ...options.map((option) => option.key)].some((each) => keys.has(each)),
      )
      setUnfolded((before) => new Set([...before, ...around.map(({ key }) => key)]))
      const [first] = wrong.keys()
      if (first !== undefined) focusOn(first)
    },
    [focusOn],
  )

  /** Continues with another draft. */
  const replace = useCallback(
    (by: Draft) => {
      tools.change({ type: 'replace', by })
      setUnfolded((before) => new Set([...before, ...firstUnfolded(by)]))
    },
    [tools],
  )

  return { draft, now: tools.now, errors, show, unfolded, choosing, acts, replace }
}

function firstUnfolded(draft: Draft): ReadonlySet<Key> {
  const questions = questionsOf(draft)
  return new Set(questions.length > mostUnfolded ? [] : questions.map(({ key }) => key))
}

/** Focuses the element with the id, once it is on the page; scrolls only if it is out of view. */
function useFocus(): (id: string) => void {
  const wanted = useRef<string>(undefined)
  const [, draw] = useReducer((count: number) => count + 1, 0)

  useLayoutEffect(() => {
    const element = wanted.current === undefined ? null : document.getElementById(wanted.current)
    if (!element) return
    wanted.current = undefined
    const { top, bottom } = element.getBoundingClientRect()
    const isInSight = top > window.innerHeight / 5 && bottom < (window.innerHeight * 4) / 5
    if (!isInSight) element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    // A closing menu or dialog holds the focus until it is gone.
    requestAnimationFrame(() => element.focus({ preventScroll: true }))
  })

  return useCallback((id) => {
    wanted.current = id
    draw()
  }, [])
}
