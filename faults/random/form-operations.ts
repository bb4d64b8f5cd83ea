import { forms } from '#features/forms/contract.ts'
import type { Id } from '#kit/contract/id.ts'
import type { Draw } from './chance.ts'
import { edited } from './form-edits.ts'
import type { Operation } from './operation.ts'
import { act, type Clerk, read } from './staff-member.ts'
import type { FormCopy } from './world.ts'

export const formName = (id: number) => `form ${id}`

/** A form to be changed: as it is now, or as it was when this editor opened it. */
async function openForm(clerk: Clerk, draw: Draw): Promise<FormCopy | undefined> {
  const { open } = clerk
  const known = draw.pick([...open.values()])
  if (known && draw.happens(0.3)) return known
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const meta = draw.pick(listed?.formVersions ?? [])
  if (!meta) return undefined
  const sent = { params: { id: meta.id }, query: {} }
  const sections = await read(clerk, { endpoint: forms.get, sent, about: [formName(meta.id)] })
  if (!sections) return undefined
  const copy = { formId: meta.id, version: meta.currentVersion, sections }
  open.set(meta.id, copy)
  return copy
}

/** Changes a form as the editor's screen does: all of it is sent, with the ids of what was there. */
async function editForm(clerk: Clerk, draw: Draw, isDraft: boolean): Promise<void> {
  const copy = await openForm(clerk, draw)
  if (!copy) return
  const formSections = edited(copy.sections, draw, clerk.world.next())
  const heard = await act(clerk, {
    endpoint: forms.edit,
    sent: { body: { id: copy.formId as Id<'forms'>, draft: isDraft, formSections } },
    about: [formName(copy.formId)],
  })
  // Whoever has saved reads it anew: what was new has an id by now.
  if (heard.kind !== 'refused') clerk.open.delete(copy.formId)
}

async function addForm(clerk: Clerk, draw: Draw): Promise<void> {
  const mark = clerk.world.next()
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  if (!listed || listed.formVersions.length > 5) return
  const section = { id: 0, uniqueId: '', code: '1', description: '', orderNumber: 1, questions: [] }
  const formSections = edited([section], draw, mark)
  for (const one of formSections)
    one.questions.push({
      code: '1.1',
      text: `Prima ${mark}?`,
      questionType: 1,
      optionsToQuestions: ['Da', 'Nu'].map((text) => ({
        text,
        isFreeText: false,
        flagged: text === 'Nu',
      })),
    })
  await act(clerk, { endpoint: forms.add, sent: { body: { code: `F${mark}`, formSections } } })
}

async function removeForm(clerk: Clerk, draw: Draw): Promise<void> {
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const meta = draw.pick((listed?.formVersions ?? []).slice(2))
  if (!meta) return
  const about = [formName(meta.id)]
  await act(clerk, { endpoint: forms.remove, sent: { query: { formId: meta.id } }, about })
  if (draw.happens(0.5))
    await act(clerk, { endpoint: forms.restore, sent: { params: { id: meta.id } }, about })
}

async function reorderForms(clerk: Clerk, draw: Draw): Promise<void> {
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const ids = draw.shuffled(listed?.formVersions ?? []).map(({ id }) => id)
  await act(clerk, { endpoint: forms.reorder, sent: { body: { ids } } })
}

/** A draft hides the form from phones; somebody publishes it soon. */
async function publishDraft(clerk: Clerk, draw: Draw): Promise<void> {
  const sent = { query: { draft: true } }
  const listed = await read(clerk, { endpoint: forms.list, sent })
  const meta = draw.pick(listed?.formVersions ?? [])
  if (!meta) return
  const about = [formName(meta.id)]
  await act(clerk, { endpoint: forms.edit, sent: { body: { id: meta.id } }, about })
}

export const formOperations: readonly Operation<Clerk>[] = [
  { name: 'form edited', weight: 6, run: (clerk, draw) => editForm(clerk, draw, false) },
  { name: 'form drafted', weight: 1, run: (clerk, draw) => editForm(clerk, draw, true) },
  { name: 'draft published', weight: 3, run: publishDraft },
  { name: 'form added', weight: 0.5, run: addForm },
  { name: 'form removed', weight: 0.5, run: removeForm },
  { name: 'forms ordered', weight: 0.5, run: reorderForms },
]
