import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import type { WholeForm } from '../../contract.ts'
import { SavedText, type TextToTranslate, translations } from '../../translation-contract.ts'
import { say } from './copy.ts'

export type Edit = Pick<SavedText, 'to' | 'from' | 'was'>
type Edits = ReadonlyMap<string, Edit>

/** A translation as it would be stored now. */
export const withEdit = (text: TextToTranslate, edit: Edit | undefined): TextToTranslate =>
  edit ? { ...text, to: edit.to, from: edit.from } : text

/** A colleague has stored something else since the edit began. */
export const isContested = (text: TextToTranslate, edit: Edit | undefined): boolean =>
  edit !== undefined && text.to !== edit.was && text.to !== edit.to

const isSame = (edit: Edit, other: Edit | undefined): boolean =>
  edit.to === other?.to && edit.from === other.from

/** What is typed on the page, by the key of the text, until it is saved. */
export function useTranslating(
  { id }: Pick<WholeForm, 'id'>,
  language: string,
  texts: readonly TextToTranslate[],
) {
  const touch = useTouch()
  const [edits, setEdits] = useState<Edits>(new Map())
  const [problem, setProblem] = useState<Problem>()
  const latest = useRef({ edits, texts })
  useLayoutEffect(() => {
    latest.current = { edits, texts }
  }, [edits, texts])

  /** Undefined: as stored. */
  const set = useCallback((key: string, edit: Partial<Edit> | undefined) => {
    const text = latest.current.texts.find((one) => one.key === key)
    if (!text) return
    setEdits((before) => {
      const next = new Map(before)
      const { was = text.to } = before.get(key) ?? {}
      const made = edit && { to: text.to, from: text.text, was, ...edit }
      if (made && !(made.to === text.to && made.from === text.from)) next.set(key, made)
      else next.delete(key)
      return next
    })
  }, [])

  /** Gives the same translation to the same texts that have none: options repeat. */
  const fillSame = useCallback(
    (key: string) => {
      const now = latest.current
      const text = now.texts.find((one) => one.key === key)
      const to = now.edits.get(key)?.to.trim()
      if (!text || !to) return
      const same = now.texts.filter(
        (one) => one.text === text.text && withEdit(one, now.edits.get(one.key)).to === '',
      )
      for (const one of same) set(one.key, { to })
      if (same.length > 0) toast.success({ title: t(say.filled, { count: same.length }) })
    },
    [set],
  )

  const save = async () => {
    const sent = latest.current.edits
    const saved = texts.flatMap(({ key }) => {
      const edit = sent.get(key)
      return edit ? [{ key, ...edit }] : []
    })
    setProblem(undefined)
    try {
      await call(translations.save, { params: { id, language }, body: { texts: saved } })
      const stored = new Map(
        SavedText.array()
          .parse(saved)
          .map(({ key, to }) => [key, to]),
      )
      setEdits(
        (now) =>
          new Map(
            [...now].map(([key, edit]) => [key, { ...edit, was: stored.get(key) ?? edit.was }]),
          ),
      )
      await touch(translations.get, translations.list)
      // What was typed since stays.
      setEdits((now) => new Map([...now].filter(([key, edit]) => !isSame(edit, sent.get(key)))))
      toast.success({ title: t(say.saved) })
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      setProblem(failure)
      await touch(translations.get)
    }
  }
  return { edits, problem, set, fillSame, save }
}
