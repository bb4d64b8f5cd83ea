import { forms } from '#features/forms/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { formName } from '../world.ts'
import { draftOf, edited } from './form-edits.ts'
import { act, type Clerk, type OpenForm, read } from './staff-member.ts'

/** A form to change: its current content, or that at the time when this editor opened it. */
async function openForm(clerk: Clerk, draw: SeededRandom): Promise<OpenForm | undefined> {
  const { open } = clerk
  const known = draw.pick([...open.values()])
  if (known && draw.happens(0.3)) return known
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const meta = draw.pick(listed?.formVersions ?? [])
  if (!meta) return undefined
  const about = [formName(meta.id)]
  const sent = { params: { id: meta.id }, query: {} }
  const isNaming = draw.happens(0.6)
  const whole = isNaming ? await read(clerk, { endpoint: forms.whole, sent, about }) : undefined
  const sections = whole?.formSections ?? (await read(clerk, { endpoint: forms.get, sent, about }))
  if (!sections) return undefined
  const copy = { formId: meta.id, revision: whole?.revision, sections }
  open.set(meta.id, copy)
  return copy
}

/** Changes a form as the editor's screen does: all of it is sent, with the existing ids. */
async function editForm(clerk: Clerk, draw: SeededRandom, isDraft: boolean): Promise<void> {
  const copy = await openForm(clerk, draw)
  if (!copy) return
  const { formId, revision, sections } = copy
  const formSections = edited(sections, draw, clerk.world.next())
  const heard = await act(clerk, {
    endpoint: forms.edit,
    sent: { body: { id: formId as Id<'forms'>, draft: isDraft, formSections, revision } },
    about: [formName(formId)],
  })
  const isChanged = JSON.stringify(draftOf(sections)) !== JSON.stringify(formSections)
  if (heard.kind === 'done' && revision !== undefined && isChanged)
    clerk.world.saves.push({ formId, revision })
  // After a save it is read again: new parts have ids by then.
  const isKept = heard.kind === 'refused' && heard.code !== 'thing.changed-meanwhile'
  if (!isKept) clerk.open.delete(formId)
}

const firstSection = (mark: string) => ({
  code: '1',
  description: '',
  questions: [
    {
      code: '1.1',
      text: `Prima ${mark}?`,
      questionType: 1 as const,
      optionsToQuestions: ['Da', 'Nu'].map((text) => ({ text, flagged: text === 'Nu' })),
    },
  ],
})

async function addForm(clerk: Clerk): Promise<void> {
  const code = `F${clerk.world.next()}`
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  if (!listed || listed.formVersions.length > 5) return
  const body = { code, formSections: [firstSection(code)] }
  await act(clerk, { endpoint: forms.add, sent: { body } })
}

/** Deletes a fresh form, or an older one; the server refuses a form with answers. */
async function removeForm(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const code = `T${clerk.world.next()}`
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const meta = draw.pick((listed?.formVersions ?? []).slice(2))
  const added = draw.happens(0.7)
    ? await act(clerk, {
        endpoint: forms.add,
        sent: { body: { code, draft: draw.happens(0.5), formSections: [firstSection(code)] } },
      })
    : undefined
  const id = added?.kind === 'done' ? (added.reply as Id<'forms'>) : meta?.id
  if (id === undefined) return
  const about = [formName(id)]
  const heard = await act(clerk, {
    endpoint: forms.remove,
    sent: { query: { formId: id } },
    about,
  })
  if (heard.kind !== 'refused' && draw.happens(0.5)) {
    await act(clerk, { endpoint: forms.restore, sent: { params: { id } }, about })
    await act(clerk, { endpoint: forms.remove, sent: { query: { formId: id } }, about })
  }
}

async function reorderForms(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const ids = draw.shuffled(listed?.formVersions ?? []).map(({ id }) => id)
  await act(clerk, { endpoint: forms.reorder, sent: { body: { ids } } })
}

/** Turns a form into a draft, which phones do not get; another operation publishes it soon. */
async function publishDraft(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const sent = { query: { draft: true } }
  const listed = await read(clerk, { endpoint: forms.list, sent })
  const meta = draw.pick(listed?.formVersions ?? [])
  if (!meta) return
  const about = [formName(meta.id)]
  await act(clerk, { endpoint: forms.edit, sent: { body: { id: meta.id } }, about })
}

/** Limits a form to counties abroad, or lifts the limit: other shifts then owe it. */
async function showAbroad(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: forms.list, sent: { query: {} } })
  const meta = draw.pick(listed?.formVersions ?? [])
  if (!meta) return
  const body = { id: meta.id, diaspora: draw.happens(0.5) }
  await act(clerk, { endpoint: forms.edit, sent: { body }, about: [formName(meta.id)] })
}

export const formOperations: readonly Operation<Clerk>[] = [
  { name: 'form edited', weight: 6, run: (clerk, draw) => editForm(clerk, draw, false) },
  { name: 'form drafted', weight: 1, run: (clerk, draw) => editForm(clerk, draw, true) },
  { name: 'draft published', weight: 3, run: publishDraft },
  { name: 'form added', weight: 0.5, run: addForm },
  { name: 'form deleted and restored', weight: 0.5, run: removeForm },
  { name: 'forms ordered', weight: 0.5, run: reorderForms },
  { name: 'form shown abroad alone', weight: 0.7, run: showAbroad },
]
