import { createContext, type Dispatch, type SetStateAction, startTransition, use } from 'react'
import { t } from '#kit/web/language.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { say } from '../../copy.ts'
import { nextQuestionCode, nextSectionCode } from './form-codes.ts'
import { copyOf, type DraftChange, type Removed, removalOf } from './form-draft.ts'
import {
  blankOption,
  blankQuestion,
  blankSection,
  type Draft,
  type DraftSection,
  type Key,
  questionsOf,
} from './form-parts.ts'
import { fieldId, form } from './form-problems.ts'

/** The context of the editor's actions; every member is a stable reference. */
export type EditorContext = {
  /** The current draft, also between a change and the next render. */
  readonly now: () => Draft
  readonly change: (change: DraftChange) => void
  readonly setUnfolded: Dispatch<SetStateAction<ReadonlySet<Key>>>
  readonly setChoosing: Dispatch<SetStateAction<Key | undefined>>
  /** Focuses an element, as soon as it is on the page. */
  readonly focusOn: (id: string) => void
}

/** The actions of the editor's parts; the object stays the same while the editor is mounted. */
export type EditorActions = {
  readonly change: (change: DraftChange) => void
  readonly addSection: () => void
  readonly addQuestion: (section: Key) => void
  /** After `after`, otherwise at the end. */
  readonly addOption: (question: Key, after?: Key) => void
  readonly addTexts: (question: Key, texts: readonly string[]) => void
  readonly duplicate: (question: Key) => void
  readonly remove: (key: Key) => void
  /** Undoes the latest removal that is not undone yet. */
  readonly undo: () => void
  readonly unfold: (question: Key, isUnfolded: boolean) => void
  readonly unfoldAll: (isUnfolded: boolean) => void
  /** Unfolds a question and scrolls to it, or scrolls to a section. */
  readonly goTo: (key: Key) => void
  /** Opens the predefined options; undefined: closes them. */
  readonly chooseTexts: (question: Key | undefined) => void
  /** The sections to which a question can move. */
  readonly sectionsBeside: (
    question: Key,
  ) => readonly { readonly section: DraftSection; readonly number: number }[]
}

const Context = createContext<EditorActions | undefined>(undefined)
export const WithActs = Context.Provider

export function useActs(): EditorActions {
  const acts = use(Context)
  if (!acts) throw new Error('Only inside the form editor')
  return acts
}

/** The element of a part of the form, and the button that adds to it. */
export const selfId = (key: Key) => `${key}:self`
export const addId = (key: Key) => `${key}:add`

export function actsOn(tools: EditorContext): EditorActions {
  const { now, change, setUnfolded, setChoosing, focusOn } = tools
  const unfold = (key: Key, isUnfolded: boolean) =>
    setUnfolded((before) => {
      const others = [...before].filter((each) => each !== key)
      return new Set(isUnfolded ? [...others, key] : others)
    })

  return {
    change,
    ...addingTo(tools, unfold),
    ...removingFrom(tools),
    unfold,
    // Hundreds of fields take a moment to draw; meanwhile the page stays responsive.
    unfoldAll: (isUnfolded) =>
      startTransition(() =>
        setUnfolded(new Set(isUnfolded ? questionsOf(now()).map(({ key }) => key) : [])),
      ),
    goTo: (key) => {
      unfold(key, true)
      focusOn(selfId(key))
    },
    chooseTexts: (question) => setChoosing(question),
    sectionsBeside: (question) =>
      now()
        .sections.map((section, index) => ({ section, number: index + 1 }))
        .filter(({ section }) => !section.questions.some(({ key }) => key === question)),
  }
}

function addingTo({ now, change, focusOn }: EditorContext, unfold: EditorActions['unfold']) {
  const addQuestion = (section: DraftSection, code: string, like?: Key) => {
    const original = questionsOf(now()).find(({ key }) => key === like)
    const question = original ? copyOf(original, code) : blankQuestion(code)
    const place = original && { after: original.key }
    change({ type: 'add question', section: section.key, question, ...place })
    unfold(question.key, true)
    focusOn(fieldId(question.key, 'text'))
  }

  return {
    addSection: () => {
      const section = blankSection(nextSectionCode(now()))
      change({ type: 'add section', section })
      focusOn(fieldId(section.key, 'description'))
    },
    addQuestion: (key: Key) => {
      const section = now().sections.find((each) => each.key === key)
      if (section) addQuestion(section, nextQuestionCode(now(), section))
    },
    duplicate: (key: Key) => {
      const removal = removalOf(now(), key)
      if (removal?.kind !== 'question') return
      const section = now().sections.find((each) => each.key === removal.parent)
      if (section) addQuestion(section, nextQuestionCode(now(), section, removal.part.code), key)
    },
    addOption: (question: Key, after?: Key) => {
      const option = blankOption()
      change({ type: 'add options', question, options: [option], ...(after && { after }) })
      focusOn(fieldId(option.key, 'text'))
    },
    addTexts: (question: Key, texts: readonly string[]) =>
      change({ type: 'add options', question, options: texts.map((text) => blankOption(text)) }),
  }
}

function removingFrom({ now, change, focusOn }: EditorContext) {
  const removals: Removed[] = []

  const takeBack = (removed: Removed) => {
    const place = removals.indexOf(removed)
    if (place < 0) return
    removals.splice(place, 1)
    change({ type: 'put back', removed })
    focusOn(selfId(removed.part.key))
  }

  return {
    remove: (key: Key) => {
      const removed = removalOf(now(), key)
      if (!removed) return
      const neighbour = neighbourOf(now(), removed)
      removals.push(removed)
      change({ type: 'remove', key })
      focusOn(neighbour)
      toast.success({
        title: titleOf(removed),
        text: t(say.removedWhy),
        undo: () => takeBack(removed),
      })
    },
    undo: () => {
      const last = removals.at(-1)
      if (last) takeBack(last)
    },
  }
}

/** The focus target after a removal: the part that takes its place, or the button that adds a part. */
function neighbourOf(draft: Draft, removed: Removed): string {
  const keys = siblingsOf(draft, removed).map(({ key }) => key)
  const next = keys[removed.place + 1] ?? keys[removed.place - 1]
  if (next !== undefined) return selfId(next)
  return addId(removed.kind === 'section' ? form : removed.parent)
}

function siblingsOf(draft: Draft, removed: Removed): readonly { readonly key: Key }[] {
  if (removed.kind === 'section') return draft.sections
  const { kind, parent } = removed
  if (kind === 'question') return draft.sections.find(({ key }) => key === parent)?.questions ?? []
  return questionsOf(draft).find(({ key }) => key === parent)?.options ?? []
}

function titleOf(removed: Removed): string {
  const name = String(removed.place + 1)
  switch (removed.kind) {
    case 'section':
      return t(say.sectionRemoved, { name: removed.part.description || removed.part.code || name })
    case 'question':
      return t(say.questionRemoved, { name: removed.part.code || name })
    case 'option':
      return t(say.optionRemoved, { name: removed.part.text || name })
  }
}
