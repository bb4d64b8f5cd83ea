import type { Db, Tx } from '#database/open.ts'
import { findAddress } from '#features/factors/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type AlertSettings, alerts, type EmailState } from '../contract.ts'
import { type AlertGroup, countNew, everything, groupsOf, isQuiet, keyOf } from '../domain.ts'
import { listAlerts, type Reader } from './queries.ts'
import { getReadUntil, setReadUntil } from './read-queries.ts'
import { getSettings, setSettings } from './settings-queries.ts'

/** @param sendsEmail whether this server can */
export function alertRoutes(server: Server, sendsEmail: boolean): void {
  serve(server, alerts.list, async ({ db, who, now }) => {
    const settings = await getSettings(db, who.id)
    const groups = await listGroups(db, who, settings, now)
    return {
      unread: countNew(groups),
      isQuiet: isQuiet(settings.quietHours, now, who.timezone),
      groups,
    }
  })

  serve(server, alerts.markRead, async ({ db, who, now, body: { until, ...subject } }) => {
    const key = Object.keys(subject).length === 0 ? everything : keyOf(subject)
    const groups = await listGroups(db, who, await getSettings(db, who.id), now)
    // So no more than what is there can be read, and nothing to come.
    const newest = groups.find((one) => key === everything || keyOf(one) === key)?.at
    if (!newest) throw new Problem('thing.not-found')
    await setReadUntil(db, who, key, until < newest ? until : newest)
    return {}
  })

  serve(server, alerts.settings, async ({ db, who }) => ({
    ...(await getSettings(db, who.id)),
    email: sendsEmail ? await emailStateOf(db, who) : 'no-server',
  }))

  serve(server, alerts.set, async ({ db, who, body, now }) => {
    await setSettings(db, who.id, body, now)
    return {}
  })
}

async function listGroups(
  db: Db | Tx,
  who: Reader,
  settings: AlertSettings,
  now: Date,
): Promise<AlertGroup[]> {
  const found = await listAlerts(db, who, settings, now)
  return groupsOf(found, await getReadUntil(db, who))
}

const emailStateOf = async (db: Db, { id }: Reader): Promise<EmailState> =>
  (await findAddress(db, id)) ? 'possible' : 'no-address'
