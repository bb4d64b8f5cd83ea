import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import {
  differencesBetween,
  type FieldDifference,
  type FieldValues,
} from '#kit/server/history/changed.ts'
import type { FormFile, Question, Section } from '../contract.ts'
import { isChoice, isSingleChoice } from '../kind-domain.ts'
import { replaceContent } from './content-queries.ts'
import { listSections } from './queries.ts'
import { insertForm, type LockedForm, lockForm, publishForm, updateForm } from './save-queries.ts'

/** A stored form. */
export type SavedForm = {
  /** The newest version; 0 while there is none. */
  readonly version: number
  readonly isNew: boolean
  /** The changed fields of an existing form. */
  readonly changes: readonly FieldDifference[]
}

/**
 * Stores a form under its code: inserted if new, changed if it exists, and left alone if it says the same. A
 * new one is published unless it says otherwise.
 */
export async function saveForm(
  tx: Tx,
  electionId: Id<'elections'>,
  file: FormFile,
): Promise<SavedForm> {
  const before = await lockForm(tx, electionId, { code: file.code })
  if (!before) return addForm(tx, electionId, file)
  const key = { electionId, formId: before.id }
  const position = await positionOf(tx, key)
  const sections = await listSections(tx, electionId, before.id)
  await replaceContent(tx, key, file.formSections)
  const content = changedContent(
    `form ${file.code}`,
    sections,
    await listSections(tx, electionId, before.id),
  )
  const marks = {
    description: file.description ?? before.description,
    details: file.details ?? before.details,
    isDiaspora: file.diaspora ?? before.isDiaspora,
    isSeries: file.series ?? before.isSeries,
    isDraft: file.draft ?? before.isDraft,
    position: file.order ?? position,
  }
  const was = factsOf({ ...before, position })
  const changes = [...differencesBetween(`form ${file.code}`, was, factsOf(marks)), ...content]
  // A new revision without changes would give a conflict to an editor of the form.
  if (changes.length > 0) await updateForm(tx, key, { code: file.code, ...marks })
  const version = marks.isDraft ? before.currentVersion : await publishForm(tx, electionId, before)
  return { version, isNew: false, changes }
}

async function addForm(tx: Tx, electionId: Id<'elections'>, file: FormFile): Promise<SavedForm> {
  const { code, description = '', details = '', formSections } = file
  const { diaspora = false, series = false, draft = false, order = 0 } = file
  const { language, languages, translations } = file
  const form = await insertForm(tx, electionId, {
    ...{ code, description, details, diaspora, series, order, language, languages, translations },
  })
  const key = { electionId, formId: form.id }
  await replaceContent(tx, key, formSections)
  const marks = { code, description, details, isDiaspora: diaspora, isSeries: series }
  await updateForm(tx, key, { ...marks, isDraft: draft })
  const version = draft ? 0 : await publishForm(tx, electionId, form)
  return { version, isNew: true, changes: [] }
}

async function positionOf(
  tx: Tx,
  { electionId, formId }: Parameters<typeof replaceContent>[1],
): Promise<number> {
  const { position } = await tx
    .selectFrom('forms')
    .select('position')
    .where('electionId', '=', electionId)
    .where('id', '=', formId)
    .executeTakeFirstOrThrow()
  return position
}

type Marks = Pick<LockedForm, 'description' | 'details' | 'isDiaspora' | 'isSeries' | 'isDraft'> & {
  readonly position: number
}

const factsOf = ({
  description,
  details,
  isDiaspora,
  isSeries,
  isDraft,
  position,
}: Marks): FieldValues => ({
  description,
  details,
  diaspora: isDiaspora,
  series: isSeries,
  draft: isDraft,
  order: position,
})

/** The differences in sections and questions; a part with another id is another part. */
function changedContent(
  thing: string,
  before: readonly Section[],
  after: readonly Section[],
): FieldDifference[] {
  const [were, are] = [partsOf(before), partsOf(after)]
  const ids = new Set([...were.keys(), ...are.keys()])
  const changes = [...ids].flatMap((id) => {
    const [was, is] = [were.get(id), are.get(id)]
    const field = (is ?? was)?.name ?? ''
    return was?.text === is?.text ? [] : [{ thing, field, before: was?.text, after: is?.text }]
  })
  if (changes.length > 0 || JSON.stringify(before) === JSON.stringify(after)) return changes
  return [{ thing, field: 'order', before: namesOf(were), after: namesOf(are) }]
}

type Part = { readonly name: string; readonly text: string }

const namesOf = (parts: ReadonlyMap<string, Part>) =>
  [...parts.values()].map(({ name }) => name).join(', ')

const partsOf = (sections: readonly Section[]): ReadonlyMap<string, Part> =>
  new Map(
    sections.flatMap(({ id, code, description, shownIf, questions }): [string, Part][] => [
      [
        `section ${id}`,
        { name: `section ${code}`, text: `${description}${shownIf ? ` if ${shownIf}` : ''}` },
      ],
      ...questions.map((question): [string, Part] => [
        `question ${question.id}`,
        { name: `question ${question.code}`, text: readingOf(question) },
      ]),
    ]),
  )

/** `Was it sealed? (one: Yes, No [flagged])` */
const readingOf = ({ text, hint, optionsToQuestions, ...rest }: Question): string => {
  const { kind, questionType, isRequired, shownIf, checks = [] } = rest
  const way = `${isRequired ? 'required, ' : ''}${isChoice(kind) ? (isSingleChoice(questionType) ? 'one' : 'several') : kind}`
  const options = optionsToQuestions.map(
    (option) =>
      `${option.text}${option.isFreeText ? ' …' : ''}${option.flagged ? ' [flagged]' : ''}${option.hint ? ` (${option.hint})` : ''}`,
  )
  const logic = `${shownIf ? ` if ${shownIf}` : ''}${checks.map(({ expression }) => `; check ${expression}`).join('')}`
  return `${text}${hint ? ` (${hint})` : ''} (${way}: ${options.join(', ')})${logic}`
}
