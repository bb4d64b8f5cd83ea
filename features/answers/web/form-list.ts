import type { FormMeta } from '#features/forms/contract.ts'
import type { Note } from '#features/notes/contract.ts'
import type { CompletedAnswer } from '../contract.ts'
import { countFlagged } from './filled-form.ts'

/** A form as a tab of a report. */
export type FormTab = {
  readonly id: FormMeta['id']
  readonly title: string
  /** The version that gives the order: the newest that was answered, otherwise the one phones show now. */
  readonly version: number | undefined
  /** The version that phones show now; undefined: they no longer show the form. */
  readonly currentVersion: number | undefined
  readonly completed: readonly CompletedAnswer[]
  readonly flagged: number
  /** Sent several times at one station. */
  readonly isSeries: boolean
  /** Without answers, and without notes on its questions. */
  readonly isEmpty: boolean
}

/** The forms with answers, or notes on their questions, then empty ones: published forms first, in their order. */
export function formTabs(
  published: readonly FormMeta[],
  completed: readonly CompletedAnswer[],
  notes: readonly Note[],
): FormTab[] {
  const titles = new Map(published.map((form) => [form.id, form.description || form.code]))
  for (const { formId, formDescription, formCode } of completed)
    if (!titles.has(formId)) titles.set(formId, formDescription || formCode)
  for (const { questionId, formId, formDescription, formCode } of notes)
    if (questionId !== null && !titles.has(formId as FormMeta['id']))
      titles.set(formId as FormMeta['id'], formDescription || formCode || '–')
  const current = new Map(published.map((form) => [form.id, form.currentVersion]))
  const series = new Set(published.filter((form) => form.series).map((form) => form.id))

  const written = new Set(notes.map((note) => note.formId))
  const tabs = [...titles].map(([id, title]) => {
    const own = completed.filter((one) => one.formId === id)
    const currentVersion = current.get(id)
    const version = own.length > 0 ? Math.max(...own.map((one) => one.formVersion)) : currentVersion
    const isEmpty = own.length === 0 && !written.has(id)
    return {
      ...{ id, title, version, currentVersion, completed: own },
      ...{ flagged: countFlagged(own), isSeries: series.has(id), isEmpty },
    }
  })
  return tabs.toSorted((one, other) => Number(one.isEmpty) - Number(other.isEmpty))
}

/** The initial tab: with flagged answers, otherwise with answers, otherwise the first. */
export function firstTab(tabs: readonly FormTab[]): string {
  const first =
    tabs.find((one) => one.flagged > 0) ?? tabs.find((one) => one.completed.length > 0) ?? tabs[0]
  return first ? String(first.id) : 'notes'
}
