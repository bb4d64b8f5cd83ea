import type { FormMeta } from '#features/forms/contract.ts'
import type { CompletedAnswer } from '../contract.ts'
import { countFlagged } from './filled-form.ts'

/** A form as a tab of a report. */
export type FormTab = {
  readonly id: FormMeta['id']
  readonly title: string
  /** The newest version that was answered; undefined: none was. */
  readonly version: number | undefined
  readonly completed: readonly CompletedAnswer[]
  readonly flagged: number
}

/** The published forms in their order, then any other that has answers. */
export function formTabs(
  published: readonly FormMeta[],
  completed: readonly CompletedAnswer[],
): FormTab[] {
  const titles = new Map(published.map((form) => [form.id, form.description || form.code]))
  for (const { formId, formDescription, formCode } of completed)
    if (!titles.has(formId)) titles.set(formId, formDescription || formCode)

  return [...titles].map(([id, title]) => {
    const own = completed.filter((one) => one.formId === id)
    const version = own.length > 0 ? Math.max(...own.map((one) => one.formVersion)) : undefined
    return { id, title, version, completed: own, flagged: countFlagged(own) }
  })
}

/** The tab to begin with: what is flagged, else what was answered, else the first. */
export function firstTab(tabs: readonly FormTab[]): string {
  const first =
    tabs.find((one) => one.flagged > 0) ?? tabs.find((one) => one.completed.length > 0) ?? tabs[0]
  return first ? String(first.id) : 'notes'
}
