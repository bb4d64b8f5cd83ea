import { sql } from 'kysely'
import * as z from 'zod'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { columnOf } from '#database/values/array.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type FormMeta, type Question, Section, type WholeForm } from '../contract.ts'
import { type IdentifiedSection, type PublishedContent, publish } from '../domain.ts'
import { Asked } from '../kind-contract.ts'
import { titleIn } from '../translations/texts-domain.ts'

export type FormFilter = {
  readonly draft: boolean
  readonly diaspora: boolean
  readonly deleted: boolean
}

/** Forms in their order; the trash has both drafts and published forms. */
export async function listForms(
  db: Db,
  scope: Scope,
  filter: FormFilter,
  preferred: readonly string[] = [],
): Promise<FormMeta[]> {
  const rows = await db
    .selectFrom('forms')
    .select(['id', 'code', 'description', 'currentVersion', 'position'])
    .select(['isDiaspora', 'isSeries', 'isDraft'])
    .select(['language', 'languages', 'translations'])
    .where('electionId', '=', scope.electionId)
    .where('deletedAt', filter.deleted ? 'is not' : 'is', null)
    .$if(!filter.deleted, (query) => query.where('isDraft', '=', filter.draft))
    .$if(!filter.diaspora, (query) => query.where('isDiaspora', '=', false))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(
    ({ isDiaspora, isSeries, position, isDraft, language, languages, translations, ...form }) => ({
      ...form,
      description: titleIn(preferred, { ...form, language, languages, translations }),
      ver: form.currentVersion,
      diaspora: isDiaspora,
      series: isSeries,
      order: position,
      draft: isDraft,
    }),
  )
}

/** The forms with what only staff are told. */
export async function describeForms(
  db: Db,
  scope: Scope,
  forms: readonly FormMeta[],
): Promise<FormMeta[]> {
  const rows = await db
    .selectFrom('forms')
    .leftJoin('questions', (on) =>
      on
        .onRef('questions.electionId', '=', 'forms.electionId')
        .onRef('questions.formId', '=', 'forms.id')
        .on('isRemoved', '=', false),
    )
    .select(({ fn }) => [
      'forms.id',
      'forms.updatedAt as changedAt',
      'forms.revision',
      'forms.details',
      fn.count<string>('questions.id').as('questions'),
    ])
    .where('forms.electionId', '=', scope.electionId)
    .groupBy(['forms.id', 'forms.updatedAt', 'forms.revision', 'forms.details'])
    .execute()
  const known = new Map(rows.map(({ id, ...form }) => [id, form]))
  return forms.map((form) => {
    const { questions, ...facts } = known.get(form.id) ?? {}
    return { ...form, ...facts, questions: Number(questions ?? 0) }
  })
}

/** Forms that were ever published, in their order, even if unpublished by now. */
export async function listPublished(db: Db, { electionId }: Scope) {
  return db
    .selectFrom('forms')
    .select(['id', 'code', 'currentVersion', 'isSeries'])
    .where('electionId', '=', electionId)
    .where('currentVersion', '>', 0)
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** A published version, the newest unless one is asked for. */
export async function findVersion(
  db: Db | Tx,
  scope: Scope,
  formId: Id<'forms'>,
  request: {
    readonly version?: number | undefined
    readonly isPublic: boolean
    /** The best language first. */
    readonly preferred?: readonly string[]
  },
): Promise<{ version: number; language: string; sections: Section[] } | undefined> {
  const best = sql<string | null>`(
    select tag from unnest(${request.preferred ?? []}::text[]) with ordinality as preferred (tag, place)
     where tag = form_versions.language or form_versions.translations ? tag
     order by place limit 1)`
  const row = await db
    .selectFrom('formVersions')
    .innerJoin('forms', (on) =>
      on
        .onRef('forms.electionId', '=', 'formVersions.electionId')
        .onRef('forms.id', '=', 'formVersions.formId'),
    )
    .select(['version', 'formVersions.language', best.as('best')])
    .select(sql<unknown>`coalesce(form_versions.translations -> ${best}, sections)`.as('sections'))
    .where('formVersions.electionId', '=', scope.electionId)
    .where('formId', '=', formId)
    .where('version', '=', (is) =>
      request.version === undefined ? is.ref('forms.currentVersion') : is.val(request.version),
    )
    // Hide unpublished and deleted forms from phones.
    .$if(request.isPublic, (query) =>
      query.where('isDraft', '=', false).where('deletedAt', 'is', null),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { version, language, sections } = row
  return { version, language: row.best ?? language, sections: z.array(Section).parse(sections) }
}

/** The content of a published version; the questions once more, without their sections. */
export type VersionContent = {
  readonly formId: Id<'forms'>
  readonly formVersion: number
  readonly sections: readonly Section[]
  readonly questions: readonly Question[]
}

/** What published versions ask, of as many forms as there are. */
export async function listQuestionsOf(
  db: Db,
  { electionId }: Pick<Scope, 'electionId'>,
  versions: readonly { readonly formId: Id<'forms'>; readonly formVersion: number }[],
): Promise<VersionContent[]> {
  if (versions.length === 0) return []
  const { rows } = await sql<{
    formId: Id<'forms'>
    formVersion: number
    sections: Section[]
  }>`${toPrepare}
    select v.form_id, v.version as form_version, v.sections
      from unnest(${columnOf(versions, 'formId')}::integer[],
                  ${columnOf(versions, 'formVersion')}::integer[]) as asked (form_id, version)
      join form_versions v on v.election_id = ${electionId} and v.form_id = asked.form_id and v.version = asked.version`.execute(
    db,
  )
  return rows.map(({ sections: stored, ...version }) => {
    // Versions of earlier servers lack some of it.
    const sections = stored.map((section) => ({
      ...section,
      questions: section.questions.map((question) => ({ ...question, ...Asked.parse(question) })),
    }))
    return { ...version, sections, questions: sections.flatMap(({ questions }) => questions) }
  })
}

type WholeRow = Columns<
  'forms',
  'code' | 'description' | 'details' | 'isDiaspora' | 'isSeries' | 'isDraft' | 'revision'
> & {
  readonly sections: readonly IdentifiedSection[]
}

/** The current form, published or draft, in one snapshot even during a save. */
export async function findWhole(
  db: Db | Tx,
  electionId: Id<'elections'>,
  formId: Id<'forms'>,
): Promise<WholeForm | undefined> {
  const ofForm = sql`election_id = ${electionId} and form_id = ${formId} and not is_removed`
  const { rows } = await sql<WholeRow>`
    with o as (
      select question_id, jsonb_agg(jsonb_build_object(
               'id', id, 'text', text, 'hint', hint, 'isFreeText', is_free_text,
               'isFlagged', is_flagged) order by position) as options
        from options where ${ofForm} group by question_id
    ), q as (
      select section_id, jsonb_agg(jsonb_build_object(
               'id', id, 'code', code, 'text', text, 'hint', hint, 'questionType', type,
               'kind', kind, 'isRequired', is_required, 'min', min, 'max', max, 'unit', unit,
               'shownIf', shown_if, 'checks', checks,
               'options', coalesce(options, '[]')) order by position) as questions
        from questions left join o on o.question_id = id where ${ofForm} group by section_id
    ), s as (
      select jsonb_agg(jsonb_build_object(
               'id', id, 'code', code, 'description', description,
               'shownIf', shown_if, 'questions', coalesce(questions, '[]')) order by position) as sections
        from form_sections left join q on q.section_id = id where ${ofForm}
    )
    select code, description, details, is_diaspora, is_series, is_draft, revision,
           coalesce(sections, '[]') as sections
      from forms cross join s
     where election_id = ${electionId} and id = ${formId} and deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { isDiaspora: diaspora, isSeries: series, isDraft: draft, sections, ...form } = row
  return {
    id: formId,
    ...form,
    diaspora,
    series,
    draft,
    formSections: publish(form.code, sections),
  }
}

/** A form's current sections, published or not; empty when there is no such form. */
export const listSections = async (
  db: Db | Tx,
  electionId: Id<'elections'>,
  formId: Id<'forms'>,
): Promise<Section[]> => (await findWhole(db, electionId, formId))?.formSections ?? []

/**
 * The wording of the options and questions that reports name: each option as in every published version that
 * has it, newest first, even if a later one removed it. What was only ever in a draft was never asked, and is
 * missing; so are the questions of a deleted form.
 * @param valuedIds questions that are answered without naming their option
 */
export async function findKnown(
  tx: Db | Tx,
  electionId: Id<'elections'>,
  questionIds: readonly number[],
  optionIds: readonly number[],
  valuedIds: readonly number[] = [],
): Promise<PublishedContent> {
  const named =
    valuedIds.length === 0
      ? sql`option_id = any(${optionIds}::integer[])`
      : sql`(option_id = any(${optionIds}::integer[])
             or kind <> 'choice' and question_id = any(${valuedIds}::integer[]))`
  const { rows } = await sql<
    Columns<
      'publishedOptions',
      | 'optionId'
      | 'questionId'
      | 'questionType'
      | 'unit'
      | 'formId'
      | 'formVersion'
      | 'isFlagged'
      | 'reading'
    > &
      Pick<Asked, 'kind'> & { readonly isAsked: boolean }
  >`
    select option_id, question_id, question_type, kind, unit, p.form_id, form_version, is_flagged, reading,
           f.deleted_at is null as is_asked
      from published_options p
      join forms f on f.election_id = p.election_id and f.id = p.form_id
     where p.election_id = ${electionId} and ${named}
     order by option_id, form_version desc`.execute(tx)
  const current = rows.filter(({ isAsked }) => isAsked)
  const questions = new Map<number, number>(
    current.map(({ questionId, formId }) => [questionId, formId]),
  )
  // An option that is named identifies its question. Retracting an answer names none.
  const others = questionIds.filter((id) => !questions.has(id))
  if (others.length > 0)
    for (const { questionId, formId } of await listWanted(tx, electionId, others))
      questions.set(questionId, formId)
  return { options: groupBy(rows, ({ optionId }) => optionId), questions }
}

/** Questions that the form asks or once asked. */
async function listWanted(
  tx: Db | Tx,
  electionId: Id<'elections'>,
  questionIds: readonly number[],
): Promise<Columns<'publishedOptions', 'questionId' | 'formId'>[]> {
  const { rows } = await sql<Columns<'publishedOptions', 'questionId' | 'formId'>>`
    select distinct question_id, p.form_id
      from published_options p
      join forms f on f.election_id = p.election_id and f.id = p.form_id and f.deleted_at is null
     where p.election_id = ${electionId} and question_id = any(${questionIds}::integer[])`.execute(
    tx,
  )
  return rows
}

/** Does the question exist? */
export async function hasQuestion(
  tx: Db | Tx,
  electionId: Id<'elections'>,
  id: number,
): Promise<Id<'questions'> | undefined> {
  const row = await tx
    .selectFrom('questions')
    .select('id')
    .where('electionId', '=', electionId)
    .where('id', '=', id as Id<'questions'>)
    .executeTakeFirst()
  return row?.id
}
