import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { AlertSettings, SettingsChange } from '../contract.ts'

/** The settings of an account, until when its alerts were emailed, and when the last email was sent. */
type Stored = AlertSettings & Columns<'alertSettings', 'emailedUntil' | 'emailedAt'>

/** All alerts, on screens alone. */
const usual: Stored = {
  ...{ mutedKinds: [], mutedCountyCodes: [], quietHours: null, byEmail: false },
  ...{ emailedUntil: null, emailedAt: null },
}

const stored = sql`
  select muted_kinds, muted_county_codes, by_email, emailed_until, emailed_at,
         case when quiet_from is not null
              then json_build_object('from', quiet_from, 'until', quiet_until) end as quiet_hours
    from alert_settings`

export async function getSettings(db: Db | Tx, staffId: Id<'staff'>): Promise<AlertSettings> {
  const { rows } = await sql<Stored>`${stored} where staff_id = ${staffId}`.execute(db)
  const { emailedUntil: _, emailedAt: _at, ...settings } = rows[0] ?? usual
  return settings
}

/** Sets some of them. Emails are about what happens from now on. */
export async function setSettings(
  tx: Tx,
  staffId: Id<'staff'>,
  { mutedKinds, mutedCountyCodes, quietHours, byEmail }: SettingsChange,
  now: Date,
): Promise<void> {
  const values = {
    ...(mutedKinds && { mutedKinds: [...mutedKinds] }),
    ...(mutedCountyCodes && { mutedCountyCodes: [...mutedCountyCodes] }),
    ...(quietHours !== undefined && {
      ...{ quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null },
    }),
    ...(byEmail !== undefined && { byEmail }),
  }
  await tx
    .insertInto('alertSettings')
    .values({ staffId, ...values, emailedUntil: now })
    .onConflict((on) =>
      on.column('staffId').doUpdateSet({
        ...values,
        emailedUntil: sql`case when alert_settings.by_email then alert_settings.emailed_until else ${now} end`,
      }),
    )
    .execute()
}

/** The accounts that want emails. Settings outlive accounts. */
export async function listEmailed(db: Db): Promise<Id<'staff'>[]> {
  const rows = await db
    .selectFrom('alertSettings')
    .innerJoin('staff', 'staff.id', 'alertSettings.staffId')
    .select('staff.id')
    .where('byEmail', '=', true)
    .orderBy('staff.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The settings of an account that wants emails, locked; undefined where another process is at it. */
export async function lockEmailed(tx: Tx, staffId: Id<'staff'>): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    ${stored} where staff_id = ${staffId} and by_email for update skip locked`.execute(tx)
  return rows[0]
}

export async function setEmailed(
  tx: Tx,
  staffId: Id<'staff'>,
  emailed: { readonly emailedUntil: Date; readonly emailedAt: Date },
): Promise<void> {
  await tx.updateTable('alertSettings').set(emailed).where('staffId', '=', staffId).execute()
}
