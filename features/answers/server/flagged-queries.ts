import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { arrayOf, columnOf } from '#database/values/array.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { FirstFlagged } from '../contract.ts'

/** The flagged options of one form in a report. */
export type FlaggedForm = {
  readonly formId: Column<'answers', 'formId'>
  /** The newest version that was answered: the report uses its order. */
  readonly newest: number
  /** Each flagged option that was chosen. */
  readonly chosen: readonly {
    readonly questionId: number
    readonly optionId: number
    readonly version: number
    /** The start of the free text. */
    readonly freeText: string | null
  }[]
}

/** How many characters of free text a row has. */
const mostFreeText = 200

/** The flagged answers of the report `v`, which has some; only for the rows of one page. */
export const flaggedForms: RawBuilder<unknown> = sql`
  select json_agg(own.form) as forms
    from (select json_build_object(
                   'formId', n.form_id, 'newest', max(n.form_version),
                   'chosen', json_agg(json_build_object(
                     'questionId', n.question_id, 'optionId', n.option_id,
                     'version', n.form_version,
                     'freeText', left(n.text, ${sql.lit(mostFreeText)})) order by n.option_id) filter (where n.is_flagged)
                 ) as form
            from answers n where n.election_id = v.election_id and n.visit_id = v.id
           group by n.form_id having bool_or(n.is_flagged)) own`

/** A question as one version of its form asks it. */
type VersionedQuestion = Columns<'formVersions', 'formId' | 'version'> & {
  readonly questionId: number
  /** Which form of a report it belongs to, and its position there. */
  readonly form: number
  readonly place: number
  readonly code: string
  readonly text: string
  readonly options: readonly { readonly id: number; readonly text: string }[]
}

/** The first flagged answer of each report, in its phone's wording, at which the report opens. */
export async function findFirstFlagged(
  db: Db,
  electionId: Id<'elections'>,
  reports: readonly (readonly FlaggedForm[] | null)[],
): Promise<(FirstFlagged | null)[]> {
  const wordings = await listWordings(
    db,
    electionId,
    reports.flatMap((forms) => forms ?? []),
  )
  const places = new Map(wordings.map((one) => [keyOf(one), one]))
  const find = (formId: FlaggedForm['formId'], version: number, questionId: number) =>
    places.get(keyOf({ formId, version, questionId }))

  return reports.map((forms) => {
    const flagged = (forms ?? []).flatMap(({ formId, newest, chosen }) =>
      [...groupBy(chosen, ({ questionId }) => questionId)].map(([questionId, own]) => {
        const version = Math.max(...own.map((one) => one.version))
        const worded = find(formId, version, questionId)
        const place = find(formId, newest, questionId)?.place ?? behind
        const options = own.map((one) =>
          find(formId, one.version, questionId)?.options.find(({ id }) => id === one.optionId),
        )
        return {
          worded,
          form: worded?.form ?? behind,
          place,
          questionId,
          texts: options.map((option) => option?.text ?? ''),
          freeText: own.flatMap((one) => one.freeText ?? []).join(', '),
        }
      }),
    )
    const [first, ...others] = flagged.toSorted(
      (one, other) =>
        one.form - other.form || one.place - other.place || one.questionId - other.questionId,
    )
    if (!first?.worded) return null
    const { code: questionCode, text } = first.worded
    return {
      questionCode,
      text,
      options: first.texts,
      freeText: first.freeText,
      others: others.length,
    }
  })
}

const keyOf = ({
  formId,
  version,
  questionId,
}: Pick<VersionedQuestion, 'formId' | 'version' | 'questionId'>) =>
  `${formId}/${version}/${questionId}`

/** The position of a question that the newest version does not have, as in the report. */
const behind = Number.MAX_SAFE_INTEGER

/** The flagged questions, in each version in which a report is read. */
async function listWordings(
  db: Db,
  electionId: Id<'elections'>,
  forms: readonly FlaggedForm[],
): Promise<VersionedQuestion[]> {
  if (forms.length === 0) return []
  const questionIds = forms.flatMap(({ chosen }) => chosen.map(({ questionId }) => questionId))
  const versions = forms.flatMap(({ formId, newest, chosen: own }) =>
    [newest, ...own.map(({ version }) => version)].map((version) => ({ formId, version })),
  )
  const named = [...new Map(versions.map((one) => [`${one.formId}/${one.version}`, one])).values()]
  const { rows } = await sql<VersionedQuestion>`
    select w.form_id as "formId", w.version, (q.question ->> 'id')::integer as "questionId",
           w.nth::integer as form, q.place::integer as place,
           q.question ->> 'code' as code, q.question ->> 'text' as text,
           q.question -> 'optionsToQuestions' as options
      from (select fv.*, dense_rank() over (
                     order by f.is_draft or f.deleted_at is not null, f.position, f.id) as nth
              from unnest(${columnOf(named, 'formId')}::integer[],
                          ${columnOf(named, 'version')}::integer[]) as named (form_id, version)
              join form_versions fv on fv.election_id = ${electionId}
               and fv.form_id = named.form_id and fv.version = named.version
              join forms f on f.election_id = fv.election_id and f.id = fv.form_id) w
     cross join lateral jsonb_path_query(w.sections, '$[*].questions[*]')
                with ordinality as q (question, place)
     where (q.question ->> 'id')::integer
           = any(${arrayOf([...new Set(questionIds)])}::integer[])`.execute(db)
  return rows
}
