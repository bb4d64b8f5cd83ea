import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { groupBy } from '#kit/contract/group.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Translations } from '../../language-contract.ts'
import {
  type SavedText,
  type TextPart,
  type TextToTranslate,
  textParts,
} from '../../translation-contract.ts'
import {
  keyParts,
  partKey,
  type StoredTranslations,
  storedText,
  textsOf,
} from '../../translations/texts-domain.ts'
import type { FormKey } from '../content-queries.ts'
import { findWhole } from '../queries.ts'

const tables = {
  form: 'forms',
  section: 'form_sections',
  question: 'questions',
  option: 'options',
} satisfies Record<TextPart, string>

/** Which rows `t` of a table belong to the form. */
const ofTable = (part: TextPart, { electionId, formId }: FormKey) =>
  part === 'form'
    ? sql`t.election_id = ${electionId} and t.id = ${formId}`
    : sql`t.election_id = ${electionId} and t.form_id = ${formId} and not t.is_removed`

/** All translations of the parts that a form has now. */
export async function listTranslations(db: Db | Tx, key: FormKey): Promise<StoredTranslations> {
  const parts = textParts.map(
    (part) => sql`
      select ${sql.lit(part)} as part, id, translations from ${sql.table(tables[part])} t
       where ${ofTable(part, key)} and translations <> '{}'`,
  )
  const { rows } = await sql<{ part: TextPart; id: number; translations: Translations }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ part, id, translations }) => [partKey(part, id), translations]))
}

/** The languages of a form. */
export type Languages = {
  readonly language: string
  readonly languages: readonly string[]
}

export async function findLanguages(
  db: Db | Tx,
  { electionId, formId }: FormKey,
): Promise<Languages> {
  const found = await db
    .selectFrom('forms')
    .select(['language', 'languages'])
    .where('electionId', '=', electionId)
    .where('id', '=', formId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!found) throw new Problem('thing.not-found')
  return found
}

export async function updateLanguages(
  tx: Tx,
  { electionId, formId }: FormKey,
  { language, languages }: Languages,
): Promise<void> {
  await tx
    .updateTable('forms')
    .set({ language, languages: [...languages] })
    .where('electionId', '=', electionId)
    .where('id', '=', formId)
    .execute()
}

/**
 * The texts of a form and their translations to a language that it has.
 * @throws Problem `thing.not-found`
 */
export async function getTexts(
  db: Db | Tx,
  key: FormKey,
  language: string,
): Promise<TextToTranslate[]> {
  const { languages } = await findLanguages(db, key)
  const whole = await findWhole(db, key.electionId, key.formId)
  if (!whole || !languages.includes(language)) throw new Problem('thing.not-found')
  const stored = await listTranslations(db, key)
  return textsOf(whole).map((text) => {
    const { to = '', from = '' } = storedText(stored, language, text.key) ?? {}
    return { ...text, to, from }
  })
}

/** Stores translations of parts that the form has; an empty one is taken away. */
export async function updateTexts(
  tx: Tx,
  key: FormKey,
  language: string,
  texts: readonly Pick<SavedText, 'key' | 'to' | 'from'>[],
): Promise<void> {
  const said = texts.flatMap(({ key: name, to, from }) => {
    const parts = keyParts(name)
    return parts ? [{ ...parts, changes: { [parts.field]: to === '' ? null : { to, from } } }] : []
  })
  for (const [part, own] of groupBy(said, (one) => one.part)) {
    const parts = [...groupBy(own, ({ id }) => id)].map(([id, fields]) => ({
      id,
      changes: Object.assign({}, ...fields.map((field) => field.changes)) as object,
    }))
    await sql`
      update ${sql.table(tables[part])} t
         set translations = t.translations || jsonb_build_object(${language}::text,
               jsonb_strip_nulls(coalesce(t.translations -> ${language}::text, '{}') || d.changes))
        from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as d (id integer, changes jsonb)
       where t.id = d.id and ${ofTable(part, key)}`.execute(tx)
  }
}
