import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { FormElsewhere, FormVersion } from '../../exchange-contract.ts'

/** The forms of all other elections. */
export async function listFormsElsewhere(
  db: Db,
  electionId: Id<'elections'>,
): Promise<FormElsewhere[]> {
  const { rows } = await sql<FormElsewhere>`
    select f.id, f.code, f.description, e.id as election_id, e.name as election
      from elections e
      join forms f on f.election_id = e.id and f.deleted_at is null
     where e.id <> ${electionId} and e.deleted_at is null
     order by e.day desc, e.id desc, f.position, f.id`.execute(db)
  return rows
}

/** The published versions of a form, with the answers given to each. */
export async function listVersions(
  db: Db,
  electionId: Id<'elections'>,
  formId: Id<'forms'>,
): Promise<FormVersion[]> {
  const { rows } = await sql<
    Columns<'formVersions', 'version' | 'publishedAt'> & { readonly answers: number }
  >`
    select v.version, v.published_at, coalesce(a.answers, 0) as answers
      from form_versions v
      left join (select form_version, count(*)::integer as answers from answers
                  where election_id = ${electionId} and form_id = ${formId}
                  group by form_version) a on a.form_version = v.version
     where v.election_id = ${electionId} and v.form_id = ${formId}
     order by v.version desc`.execute(db)
  return rows
}
