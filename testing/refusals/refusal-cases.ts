import { rm } from 'node:fs/promises'
import { reportAt } from '#features/answers/server/corrections/testing.ts'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { FormDraft, forms } from '#features/forms/contract.ts'
import { textInHungarian } from '#features/forms/server/translations/testing.ts'
import { incidents } from '#features/incidents/contract.ts'
import { makeIncident, mergeTwo } from '#features/incidents/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { idsOf } from '#features/notifications/server/testing.ts'
import { sentBack } from '#features/reviews/server/testing.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { parse } from '#kit/contract/parse.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { sampleForms } from '../evening/election.ts'
import type { Stage } from '../stage.ts'
import { workbookOf } from '../workbook.ts'
import { peopleRefusalCases } from './people-refusal-cases.ts'
import { placeRefusalCases } from './place-refusal-cases.ts'
import { planRefusalCases } from './plan-refusal-cases.ts'
import {
  importTooLarge,
  noSuch,
  observerNamed,
  type RefusalCases,
  refusalCase,
  seen,
  tooLarge,
  unknownId,
} from './refusal-case.ts'

const evening = { name: 'Turul doi', day: '2026-12-06', timezone: 'Europe/Bucharest' }

const currentId = async ({ ana }: Stage) => (await ana.call(elections.current)).id

async function archived({ ana }: Stage): Promise<number> {
  const id = (await ana.call(elections.add, { body: evening })) as Id<'elections'>
  await ana.call(elections.archive, { params: { id } })
  return id
}

/** An election being emptied of something. */
async function emptied(cast: Stage, of: 'reports' | 'everything'): Promise<number> {
  const { ana, database } = cast
  const prepared = of === 'reports' ? await ana.call(elections.add, { body: evening }) : undefined
  const id = (prepared ?? (await archived(cast))) as Id<'elections'>
  const counted = { emptying: of, emptiedDone: 0, emptiedTotal: 1 }
  await database.write((tx) =>
    tx.updateTable('elections').set(counted).where('id', '=', id).execute(),
  )
  return id
}

const cleared = refusalCase(async (cast) => ({ params: { id: await emptied(cast, 'everything') } }))

const noLanguage = refusalCase(({ field }) => ({
  params: { id: field.formId('A'), language: 'de' },
}))

const noteTooLarge = {
  'request.too-large': refusalCase(() => ({ body: { ...aiud }, files: tooLarge(50_000_000) })),
} as const

/** A message that can no longer be taken back. */
const idSentAtOnce = async ({ ana }: Stage) => {
  await ana.call(notifications.sendAll, { body: { title: 'Atenție', message: 'Pleacă acum' } })
  return { params: { id: (await ana.call(notifications.list, { query: {} })).data[0]!.id } }
}
const sentAtOnce = refusalCase(idSentAtOnce)

const atNoon = { body: { sendAt: '2026-11-22 12:00' } }

const unknownRecipients = refusalCase(() => ({
  body: { title: 'Salut', message: 'Salut', recipients: [unknownId] },
}))

const writtenAgain = { title: 'Salut', message: 'Salut', again: unknownId as Id<'notifications'> }

/** A report of Bogdan's about a station, or an option, that does not exist. */
async function unplacedItemOf(
  cast: Stage,
  sent: { optionId: number; number: number },
): Promise<number> {
  const { optionId, number } = sent
  const at = { ...aiud, pollingStationNumber: number }
  await send(cast.bogdan, { ...answerOf(cast, at, 'A1.1'), options: [{ optionId }] })
  return (await cast.ana.call(unplaced.list, { query: {} })).data[0]!.id
}

/** For every problem that a contract lists, a call that is refused with it. */
export const refusalCases: RefusalCases = {
  ...peopleRefusalCases,
  ...placeRefusalCases,
  ...planRefusalCases,
  'elections.edit': {
    'thing.changed-meanwhile': refusalCase(async ({ ana }) => {
      await ana.call(elections.edit, { body: { name: 'Altele' } })
      return { body: { name: 'Acestea', revision: 1 } }
    }),
  },
  'elections.clearRehearsal': { 'election.not-a-rehearsal': refusalCase(() => ({})) },
  'elections.add': {
    'thing.not-found': refusalCase(() => ({ body: { ...evening, copyFrom: unknownId } })),
    'election.being-emptied': refusalCase(async (cast) => ({
      body: { ...evening, copyFrom: (await emptied(cast, 'everything')) as Id<'elections'> },
    })),
  },
  'elections.clockTimes': {
    'thing.not-found': refusalCase(() => ({
      params: { id: unknownId },
      query: { timezone: 'Europe/Berlin' },
    })),
  },
  'elections.editOne': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: evening })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const params = { id: (await cast.ana.call(elections.current)).id }
      await cast.ana.call(elections.editOne, { params, body: { day: '2026-12-13' } })
      return { params, body: { day: '2026-12-20', revision: 1 } }
    }),
  },
  'elections.makeCurrent': {
    'thing.not-found': noSuch.ofParams,
    'election.is-archived': refusalCase(async (cast) => ({ params: { id: await archived(cast) } })),
  },
  'elections.start': {
    'thing.not-found': noSuch.ofParams,
    'election.has-started': refusalCase(async (cast) => ({
      params: { id: await currentId(cast) },
    })),
    'election.is-archived': refusalCase(async (cast) => ({ params: { id: await archived(cast) } })),
  },
  'elections.archive': {
    'thing.not-found': noSuch.ofParams,
    'election.being-emptied': refusalCase(async (cast) => ({
      params: { id: await emptied(cast, 'reports') },
    })),
    'election.is-current': refusalCase(async (cast) => ({ params: { id: await currentId(cast) } })),
  },
  'elections.reopen': {
    'thing.not-found': noSuch.ofParams,
    'election.being-emptied': cleared,
    'election.being-erased': refusalCase(async (cast) => {
      const id = (await archived(cast)) as Id<'elections'>
      await cast.ana.call(elections.erasePeople, { params: { id } })
      return { params: { id } }
    }),
  },
  'elections.look': {
    'thing.not-found': noSuch.ofParams,
    'election.being-emptied': cleared,
    'election.not-archived': refusalCase(async (cast) => ({
      params: { id: await currentId(cast) },
    })),
  },
  'elections.stopErasing': { 'thing.not-found': noSuch.ofParams },
  'elections.erasePeople': {
    'thing.not-found': noSuch.ofParams,
    'election.being-emptied': cleared,
    'election.not-archived': refusalCase(async (cast) => ({
      params: { id: await currentId(cast) },
    })),
  },
  'elections.remove': {
    'thing.not-found': noSuch.ofParams,
    'election.is-current': refusalCase(async (cast) => ({ params: { id: await currentId(cast) } })),
    'election.has-data': refusalCase(async (cast) => {
      const id = await currentId(cast)
      const other = await cast.ana.call(elections.add, { body: evening })
      await cast.ana.call(elections.makeCurrent, { params: { id: other as Id<'elections'> } })
      return { params: { id } }
    }),
  },
  'elections.restore': { 'thing.not-found': noSuch.ofParams },
  'forms.add': { 'form.code-taken': refusalCase(() => ({ body: sampleForms[0] })) },
  'pinnedQuestions.pin': {
    'thing.not-found': refusalCase(() => ({ params: { questionId: unknownId }, body: {} })),
  },
  'pinnedQuestions.unpin': {
    'thing.not-found': refusalCase(() => ({ params: { questionId: unknownId } })),
  },
  'analysis.form': {
    'thing.not-found': refusalCase(() => ({ params: { formId: unknownId } })),
  },
  'forms.option': { 'thing.not-found': noSuch.ofParams },
  'forms.whole': { 'thing.not-found': noSuch.ofParams },
  'forms.edit': {
    'thing.not-found': noSuch.ofBody,
    'thing.changed-meanwhile': refusalCase(async ({ ana, field }) => {
      const id = field.formId('A') as Id<'forms'>
      await ana.call(forms.edit, { body: { id, description: 'Altfel' } })
      return { body: { id, description: 'Iar altfel', revision: 1 } }
    }),
    'form.code-taken': refusalCase(({ field }) => ({ body: { id: field.formId('A'), code: 'C' } })),
    'form.has-gaps': refusalCase(async ({ ana }) => {
      const formSections = [{ code: 'D', questions: [] }]
      const id = await ana.call(forms.add, { body: { code: 'D', draft: true, formSections } })
      return { body: { id, draft: false } }
    }),
  },
  'forms.restore': {
    'thing.not-found': noSuch.ofParams,
    'form.code-taken': refusalCase(async ({ ana, field }) => {
      const formId = field.formId('C') as Id<'forms'>
      await ana.call(forms.remove, { query: { formId } })
      const [, counting] = sampleForms
      const body = parse(FormDraft, counting)
      await ana.call(forms.add, { body })
      return { params: { id: formId } }
    }),
  },
  'translations.list': { 'thing.not-found': noSuch.ofParams },
  'translations.setLanguages': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: {} })),
  },
  'translations.get': { 'thing.not-found': noLanguage },
  'translations.write': { 'thing.not-found': noLanguage },
  'translations.save': {
    'thing.not-found': refusalCase(({ field }) => ({
      params: { id: field.formId('A'), language: 'de' },
      body: { texts: [] },
    })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      const { params, text } = await textInHungarian(cast)
      return {
        params,
        body: { texts: [{ key: text.key, from: '', was: 'Altceva', to: 'Nyitás' }] },
      }
    }),
  },
  'translations.read': {
    'request.too-large': refusalCase(({ field }) => ({
      params: { id: field.formId('A'), language: 'de' },
      files: tooLarge(20_000_000),
    })),
    'thing.not-found': refusalCase(async ({ field }) => ({
      params: { id: field.formId('A'), language: 'de' },
      files: [{ name: 'de.xlsx', bytes: await workbookOf([{ name: 'de', rows: [['key']] }]) }],
    })),
  },
  'formFiles.read': importTooLarge,
  'formFiles.write': { 'thing.not-found': noSuch.ofParams },
  'formFiles.copy': {
    'thing.not-found': refusalCase(() => ({ params: { electionId: unknownId, id: unknownId } })),
  },
  'formFiles.compare': {
    'thing.not-found': refusalCase(() => ({
      params: { id: unknownId },
      query: { from: 1, to: 2 },
    })),
  },
  'forms.losses': { 'thing.not-found': noSuch.ofBody },
  'forms.remove': {
    'thing.not-found': refusalCase(() => ({ query: { formId: unknownId } })),
    'form.has-answers': refusalCase(async (cast) => ({ query: { formId: await seen(cast) } })),
  },
  'history.headFile': { 'thing.not-found': refusalCase(() => ({})) },
  'notes.write': noteTooLarge,
  'notes.upload': noteTooLarge,
  'notes.attachment': {
    'thing.not-found': refusalCase(() => ({
      params: { until: 1, signature: 'nonsense', file: '1-1.png' },
    })),
    'attachment.missing': refusalCase(async (cast) => {
      const files = [{ name: 'urna.png', bytes: png('lost') }]
      const { filesAddress } = await cast.bogdan.call(notes.write, { body: { ...aiud } }, files)
      await rm(cast.folder, { recursive: true })
      const [until, signature, file] = (filesAddress[0] ?? '').split('/').slice(-3)
      return { params: { until: Number(until), signature, file } }
    }),
  },
  'unplaced.place': {
    'thing.not-found': refusalCase(({ field }) => ({
      params: { id: unknownId },
      body: { pollingStationId: field.stationId('AB1', 1) },
    })),
    'unplaced.settled': refusalCase(async (cast) => {
      const id = await unplacedItemOf(cast, { optionId: 1, number: 77 })
      await cast.ana.call(unplaced.dismiss, { params: { id: id as Id<'unplaced'> } })
      return { params: { id }, body: { pollingStationId: cast.field.stationId('AB1', 1) } }
    }),
    'unplaced.has-no-place': refusalCase(async (cast) => ({
      params: { id: await unplacedItemOf(cast, { optionId: unknownId, number: 78 }) },
      body: { pollingStationId: cast.field.stationId('AB1', 1) },
    })),
  },
  'unplaced.unplace': {
    'thing.not-found': noSuch.ofParams,
    'unplaced.not-placed': refusalCase(async (cast) => ({
      params: { id: await unplacedItemOf(cast, { optionId: unknownId, number: 80 }) },
    })),
    'unplaced.stays-placed': refusalCase(async (cast) => {
      const id = await unplacedItemOf(cast, {
        optionId: cast.field.optionId('A1.1', 'Nu'),
        number: 81,
      })
      const params = { id: id as Id<'unplaced'> }
      await cast.ana.call(unplaced.place, { params, body: { station: aiud } })
      // In the state before replaced values were recorded.
      await cast.database.write((tx) =>
        tx.updateTable('unplaced').set({ placement: null }).execute(),
      )
      return { params }
    }),
  },
  'unplaced.undoPlacing': { 'unplaced.not-placed': noSuch.ofParams },
  'unplaced.dismiss': {
    'thing.not-found': noSuch.ofParams,
    'unplaced.settled': refusalCase(async (cast) => {
      const id = await unplacedItemOf(cast, {
        optionId: cast.field.optionId('A1.1', 'Nu'),
        number: 79,
      })
      const params = { id: id as Id<'unplaced'> }
      const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
      await cast.ana.call(unplaced.place, { params, body: { pollingStationId } })
      return { params }
    }),
  },
  'unplaced.restore': { 'thing.not-found': noSuch.ofParams },
  'notifications.send': {
    'notification.unknown-recipients': unknownRecipients,
    'thing.not-found': refusalCase(async (cast) => ({
      body: { ...writtenAgain, recipients: [await observerNamed(cast, 'Bogdan')] },
    })),
  },
  'notifications.sendAll': { 'thing.not-found': refusalCase(() => ({ body: writtenAgain })) },
  'notifications.reach': { 'notification.unknown-recipients': unknownRecipients },
  'notifications.find': { 'thing.not-found': noSuch.ofParams },
  'notifications.deliveries': { 'thing.not-found': noSuch.ofParams },
  'notifications.retry': { 'thing.not-found': noSuch.ofParams },
  'notifications.takeBack': {
    'thing.not-found': noSuch.ofParams,
    'notification.not-waiting': sentAtOnce,
  },
  'notifications.sendNow': {
    'thing.not-found': noSuch.ofParams,
    'notification.not-waiting': sentAtOnce,
  },
  'notifications.reschedule': {
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, ...atNoon })),
    'notification.not-waiting': refusalCase(async (cast) => ({
      ...(await idSentAtOnce(cast)),
      ...atNoon,
    })),
  },
  'contacts.find': {
    'thing.not-found': refusalCase(() => ({ params: { observerId: unknownId } })),
  },
  'notifications.open': {
    'thing.not-found': refusalCase(() => ({ body: { notificationId: unknownId } })),
  },
  'tasks.get': { 'thing.not-found': noSuch.ofParams },
  'tasks.cancel': { 'thing.not-found': noSuch.ofParams },
  'tasks.result': { 'thing.not-found': noSuch.ofParams },
  'tasks.errors': { 'thing.not-found': noSuch.ofParams },
  'views.remove': { 'thing.not-found': noSuch.ofParams },
  'views.restore': { 'thing.not-found': noSuch.ofParams },
  'handover.take': { 'thing.not-found': noSuch.ofParams },
  'handover.giveBack': { 'thing.not-found': noSuch.ofParams },
  'handover.remove': { 'thing.not-found': noSuch.ofParams },
  'handover.restore': { 'thing.not-found': noSuch.ofParams },
  'comments.list': {
    'thing.not-found': refusalCase(() => ({ query: { observerId: unknownId } })),
  },
  'comments.listMentionable': {
    'thing.not-found': refusalCase(() => ({ query: { observerId: unknownId } })),
  },
  'comments.write': {
    'thing.not-found': refusalCase(() => ({
      body: { pollingStationId: unknownId, text: 'Sunat.' },
    })),
  },
  'comments.remove': { 'thing.not-found': noSuch.ofParams },
  'comments.restore': { 'thing.not-found': noSuch.ofParams },
  'incidents.get': { 'thing.not-found': noSuch.ofParams },
  'incidents.add': {
    'thing.not-found': refusalCase(() => ({
      body: {
        ...{ title: 'Urnă nesigilată', category: 'materials', severity: 'high' },
        reports: [{ observerId: unknownId, pollingStationId: unknownId }],
      },
    })),
  },
  'incidents.listTargets': { 'thing.not-found': noSuch.ofParams },
  'incidents.merge': {
    'thing.not-found': refusalCase(() => ({
      params: { id: unknownId },
      body: { into: unknownId },
    })),
    'incident.merged': refusalCase(async ({ ana }) => {
      const into = await mergeTwo(ana)
      return { params: { id: (await makeIncident(ana)).id }, body: { into } }
    }),
  },
  'incidents.dismissSuggestion': {
    'thing.not-found': refusalCase(() => ({
      body: {
        ...{ pollingStationId: unknownId, countyId: null, questionId: null },
        until: '2026-11-22T10:00:00Z',
      },
    })),
  },
  'incidents.restoreSuggestion': { 'thing.not-found': noSuch.ofParams },
  'incidents.part': { 'thing.not-found': noSuch.ofParams },
  'incidents.edit': {
    'incident.merged': refusalCase(async ({ ana }) => ({
      params: { id: await mergeTwo(ana) },
      body: { title: 'Urnă' },
    })),
    'thing.not-found': refusalCase(() => ({ params: { id: unknownId }, body: { title: 'Urnă' } })),
    'thing.changed-meanwhile': refusalCase(async ({ ana }) => {
      const { id } = await makeIncident(ana)
      await ana.call(incidents.edit, { params: { id }, body: { severity: 'low' } })
      return { params: { id }, body: { severity: 'medium', revision: 1 } }
    }),
  },
  'incidents.link': {
    'incident.merged': refusalCase(async ({ ana }) => ({
      params: { id: await mergeTwo(ana) },
      body: { observerId: unknownId, pollingStationId: unknownId },
    })),
    'thing.not-found': refusalCase(() => ({
      params: { id: unknownId },
      body: { observerId: unknownId, pollingStationId: unknownId },
    })),
  },
  'incidents.unlink': {
    'thing.not-found': refusalCase(() => ({
      params: { id: unknownId },
      query: { observerId: unknownId, pollingStationId: unknownId },
    })),
  },
  'incidents.linkNote': {
    'incident.merged': refusalCase(async ({ ana }) => ({
      params: { id: await mergeTwo(ana) },
      body: { noteId: unknownId },
    })),
    'thing.not-found': refusalCase(async ({ ana }) => ({
      params: { id: (await makeIncident(ana)).id },
      body: { noteId: unknownId },
    })),
  },
  'incidents.unlinkNote': {
    'thing.not-found': refusalCase(() => ({
      params: { id: unknownId },
      query: { noteId: unknownId },
    })),
  },
  'notes.ofIncident': { 'thing.not-found': noSuch.ofParams },
  'incidents.editCategory': {
    'thing.not-found': refusalCase(() => ({
      params: { code: 'nothing' },
      body: { isRetired: true },
    })),
  },
  'reviews.change': {
    'thing.not-found': refusalCase(() => ({
      body: {
        reports: [
          {
            observerId: unknownId,
            pollingStationId: unknownId,
            lastModified: '2026-11-22T10:00:00Z',
          },
        ],
        state: 'verified',
      },
    })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
      const [thread] = (await list(cast.ana)).threads
      const { observerId, pollingStationId, lastModified } = thread!
      const shown = { observerId, pollingStationId, lastModified: lastModified.toISOString() }
      return { body: { reports: [{ ...shown, revision: 9 }], state: 'verified' } }
    }),
  },
  'sendingBack.send': {
    'thing.not-found': refusalCase(async (cast) => {
      const { bogdan: observerId } = await idsOf(cast)
      const shown = { observerId, pollingStationId: unknownId, lastModified: cast.clock.now }
      return { body: sentBack({ ...shown, review: { revision: 0 } }) }
    }),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
      const [thread] = (await list(cast.ana)).threads
      return { body: sentBack({ ...thread!, review: { revision: 9 } }) }
    }),
    'notification.unknown-recipients': refusalCase(({ clock }) => {
      const shown = { observerId: unknownId, pollingStationId: unknownId, lastModified: clock.now }
      return { body: sentBack({ ...shown, review: { revision: 0 } }) }
    }),
  },
  'reviews.undo': {
    'thing.not-found': refusalCase(() => ({ params: { changeId: unknownId } })),
  },
  'alerts.markRead': {
    'thing.not-found': refusalCase(() => ({
      body: { observerId: unknownId, until: '2026-11-22T10:00:00Z' },
    })),
  },
  'corrections.correct': {
    'thing.not-found': refusalCase(() => ({
      body: {
        ...{ observerId: unknownId, pollingStationId: unknownId, questionId: 1, options: [] },
        ...{ reason: 'A apăsat greșit', was: { options: [], revision: 0 } },
      },
    })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
      const { questionId, options } = answerOf(cast, aiud, 'A1.1', 'Da')
      return {
        body: {
          ...{ ...(await reportAt(cast, aiud)), questionId, options, reason: 'A apăsat greșit' },
          was: { options, revision: 0 },
        },
      }
    }),
  },
  'corrections.takeBack': {
    'thing.not-found': refusalCase(() => ({
      body: { observerId: unknownId, pollingStationId: unknownId, questionId: 1, revision: 1 },
    })),
    'thing.changed-meanwhile': refusalCase(async (cast) => {
      await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
      const { questionId } = answerOf(cast, aiud, 'A1.1')
      return { body: { ...(await reportAt(cast, aiud)), questionId, revision: 1 } }
    }),
  },
  'answers.markSeen': {
    'thing.not-found': refusalCase(() => ({
      body: {
        observerId: unknownId,
        pollingStationId: unknownId,
        lastModified: '2026-11-22T10:00:00Z',
      },
    })),
  },
  'answers.thread': {
    'thing.not-found': refusalCase(() => ({
      query: { observerId: unknownId, pollingStationId: unknownId },
    })),
  },
}
