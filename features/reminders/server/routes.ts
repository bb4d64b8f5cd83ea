import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { reminders, remindersChanged } from '../contract.ts'
import { remind } from './jobs.ts'
import {
  insertReminder,
  listReminders,
  type StoredReminder,
  setReminderDeleted,
} from './queries.ts'

const recordChange = changeRecorder('reminders', remindersChanged, 'everybody')

export function reminderRoutes(server: Server): void {
  serve(server, reminders.list, ({ db, who, now }) => listReminders(db, who, now))

  serve(server, reminders.add, async (call) => {
    const { db, who, body, now } = call
    const id = await insertReminder(db, who, body, now)
    if (id === undefined) throw new Problem('thing.not-found')
    await enqueue(db, remind, { electionId: who.scope.electionId })
    await recordChange(call, 'reminders.added', id, { after: body })
    return id
  })

  serve(server, reminders.remove, async (call) => {
    const before = auditSnapshot(await setDeleted(call, call.now))
    await recordChange(call, 'reminders.removed', call.params.id, { before })
    return {}
  })

  serve(server, reminders.restore, async (call) => {
    const after = auditSnapshot(await setDeleted(call, null))
    await enqueue(call.db, remind, { electionId: call.who.scope.electionId })
    await recordChange(call, 'reminders.restored', call.params.id, { after })
    return {}
  })
}

async function setDeleted(
  { db, who, params, now }: Call<typeof reminders.remove>,
  at: Date | null,
): Promise<StoredReminder> {
  const reminder = await setReminderDeleted(db, who.scope, params.id, { at, now })
  if (!reminder) throw new Problem('thing.not-found')
  return reminder
}

const auditSnapshot = ({ id: _, body: message, ...values }: StoredReminder) => ({
  ...values,
  message,
})
