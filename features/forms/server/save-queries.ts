import { sql } from 'kysely'
import * as z from 'zod'
import { refusedBy } from '#database/constraint.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { groupBy } from '#kit/contract/group.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { type FormDraft, Section } from '../contract.ts'
import { gapsOf } from '../gaps-domain.ts'
import { mistakesOf, mistakeText } from '../logic/mistakes-domain.ts'
import { logicOf } from '../logic-domain.ts'
import { currentTexts, translated } from '../translations/texts-domain.ts'
import type { FormKey } from './content-queries.ts'
import { listSections } from './queries.ts'
import { forms } from './subjects.ts'
import { listTranslations } from './translations/translation-queries.ts'

/** An existing form, also in the trash, locked for this transaction. */
export type LockedForm = Columns<
  'forms',
  | 'id'
  | 'code'
  | 'description'
  | 'details'
  | 'isDiaspora'
  | 'isSeries'
  | 'isDraft'
  | 'currentVersion'
  | 'revision'
  | 'language'
  | 'languages'
>

const lockedColumns = [
  'id',
  'code',
  'description',
  'details',
  'isDiaspora',
  'isSeries',
  'isDraft',
  'currentVersion',
  'revision',
  'language',
  'languages',
] as const satisfies (keyof LockedForm)[]

export async function lockForm(
  tx: Tx,
  electionId: Id<'elections'>,
  by: { readonly id: Id<'forms'> } | { readonly code: string },
  { isDeleted }: { readonly isDeleted: boolean } = { isDeleted: false },
): Promise<LockedForm | undefined> {
  return tx
    .selectFrom('forms')
    .select(lockedColumns)
    .where('electionId', '=', electionId)
    .where('deletedAt', isDeleted ? 'is not' : 'is', null)
    .where((is) => ('id' in by ? is('id', '=', by.id) : is('code', '=', by.code)))
    .forUpdate()
    .executeTakeFirst()
}

export const codeIsTaken = (formCode: string) =>
  refusedBy('forms_code_is_taken', () => new Problem('form.code-taken', { formCode }))

type NewFormMarks = Pick<
  FormDraft,
  | 'code'
  | 'description'
  | 'details'
  | 'diaspora'
  | 'series'
  | 'order'
  | 'language'
  | 'languages'
  | 'translations'
>

/** A new form, behind the others unless an order is given; still without content. */
export async function insertForm(
  tx: Tx,
  electionId: Id<'elections'>,
  {
    code,
    description,
    details,
    diaspora,
    series,
    order,
    language,
    languages,
    translations = {},
  }: NewFormMarks,
): Promise<LockedForm> {
  const last = sql<number>`(
    select coalesce(max(position), 0) + 1 from forms where election_id = ${electionId})`
  return tx
    .insertInto('forms')
    .values({
      electionId,
      code,
      description,
      details,
      isDiaspora: diaspora,
      isSeries: series,
      isDraft: true,
      position: order || last,
      ...{ language, languages },
      translations: sql`${JSON.stringify(translations)}::jsonb`,
    })
    .returning(lockedColumns)
    .executeTakeFirstOrThrow()
    .catch(codeIsTaken(code))
}

/** A form's title, and whether it is hidden. */
export type FormMarks = Pick<
  LockedForm,
  'code' | 'description' | 'details' | 'isDiaspora' | 'isSeries' | 'isDraft'
> & {
  readonly position?: number
}

export async function updateForm(
  tx: Tx,
  { electionId, formId }: FormKey,
  marks: FormMarks,
): Promise<void> {
  await tx
    .updateTable('forms')
    .set({ ...marks, updatedAt: sql`now()`, revision: sql`revision + 1` })
    .where('electionId', '=', electionId)
    .where('id', '=', formId)
    .execute()
    .catch(codeIsTaken(marks.code))
  await mark(tx, electionId, forms, [formId])
}

/**
 * Ensures that nothing is missing from a form before it is published.
 * @throws {Problem} `form.has-gaps`.
 */
export async function expectComplete(
  tx: Tx,
  electionId: Id<'elections'>,
  { id, code }: Pick<LockedForm, 'id' | 'code'>,
): Promise<void> {
  const formSections = await listSections(tx, electionId, id)
  const gaps = gapsOf({ code, formSections }).length
  if (gaps > 0) throw new Problem('form.has-gaps', { gaps })
}

/**
 * Freezes the content as a new version and shows it to the phones. Content identical to what is published
 * makes no new version: phones would fetch it again for nothing.
 * @throws {Problem} `request.invalid`, of a condition or check.
 * @returns the version that is now the newest.
 */
export async function publishForm(
  tx: Tx,
  electionId: Id<'elections'>,
  form: LockedForm,
): Promise<number> {
  const key = { electionId, formId: form.id }
  const published = await listSections(tx, electionId, form.id)
  expectSound(published)
  const { language } = form
  const translations = await listTranslated(tx, key, {
    languages: form.languages,
    sections: published,
  })
  const newest = await findFrozen(tx, key, form.currentVersion)
  if (JSON.stringify(newest) === JSON.stringify({ language, sections: published, translations }))
    return form.currentVersion
  const version = form.currentVersion + 1
  await tx
    .insertInto('formVersions')
    .values({
      ...{ ...key, version, language, sections: JSON.stringify(published) },
      translations: sql`${JSON.stringify(Object.fromEntries(translations))}::jsonb`,
      hasLogic: logicOf(published) !== undefined,
    })
    .execute()
  await insertPublishedOptions(tx, key, version)
  await tx
    .updateTable('forms')
    .set({ currentVersion: version })
    .where('electionId', '=', electionId)
    .where('id', '=', form.id)
    .execute()
  await mark(tx, electionId, forms, [form.id])
  return version
}

/**
 * Ensures that every condition and check can be read and tested.
 * @throws {Problem} `request.invalid`, by the path of each field.
 */
function expectSound(sections: readonly Section[]): void {
  const mistakes = groupBy(mistakesOf(sections), ({ path }) => path.join('.'))
  if (mistakes.size === 0) return
  const errors = [...mistakes].map(([path, own]) => [path, own.map(mistakeText)])
  throw new Problem('request.invalid', { errors: Object.fromEntries(errors) })
}

async function insertPublishedOptions(tx: Tx, { electionId, formId }: FormKey, version: number) {
  await sql`
    insert into published_options
      (election_id, option_id, form_version, form_id, question_id, question_type, kind, unit, is_flagged, reading)
    select o.election_id, o.id, ${version}, o.form_id, q.id, q.type, q.kind, q.unit,
           o.is_flagged,
           md5((jsonb_build_array(q.text, q.type, o.text, o.is_flagged) ||
                case q.kind when 'choice' then '[]' else jsonb_build_array(q.kind) end)::text)::uuid
      from options o join questions q on q.election_id = o.election_id and q.id = o.question_id
     where o.election_id = ${electionId} and o.form_id = ${formId}
       and not o.is_removed and not q.is_removed`.execute(tx)
}

/** The sections by each language in which they have a translated text. */
async function listTranslated(
  tx: Tx,
  key: FormKey,
  { languages, sections }: Pick<LockedForm, 'languages'> & { readonly sections: Section[] },
): Promise<Frozen['translations']> {
  if (languages.length === 0) return []
  const stored = await listTranslations(tx, key)
  // Translating also rewrites conditions.
  const without = JSON.stringify(translated(sections, () => undefined))
  return languages.toSorted().flatMap((language) => {
    const theirs = translated(sections, currentTexts(stored, language))
    return JSON.stringify(theirs) === without ? [] : [[language, theirs]]
  })
}

/** What publishing freezes; the translations in the order of their languages, which JSON of PostgreSQL does not keep. */
const Frozen = z.object({
  language: z.string(),
  sections: z.array(Section),
  translations: z.array(z.tuple([z.string(), z.array(Section)])),
})
type Frozen = z.output<typeof Frozen>

/** A published version; undefined where there is none. */
export async function findFrozen(
  tx: Db | Tx,
  { electionId, formId }: FormKey,
  version: number,
): Promise<Frozen | undefined> {
  const row = await tx
    .selectFrom('formVersions')
    .select(['language', 'sections', 'translations'])
    .where('electionId', '=', electionId)
    .where('formId', '=', formId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) return undefined
  const byLanguage = Object.entries(row.translations ?? {}).sort()
  return Frozen.parse({ ...row, translations: byLanguage })
}
