import * as z from 'zod'
import type { Db, Tx } from '#database/open.ts'
import { parse } from '#kit/contract/parse.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverWho } from '#kit/contract/who.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { lookupTags } from '#kit/server/http/accepted-language.ts'
import { ReplyWithHeaders } from '#kit/server/http/reply.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { batched } from '#kit/server/load/batch.ts'
import { changesBetween, published } from '../change-domain.ts'
import { forms, formsChanged, partsHeader, SectionDraft } from '../contract.ts'
import { hasAnswers, reorderForms, setDeleted, withAnswers } from './change-queries.ts'
import { type Replacement, replaceContent } from './content-queries.ts'
import { type FormCopy, hasCopy, upsertCopies } from './copies-queries.ts'
import { getOption } from './option-queries.ts'
import { describeForms, findVersion, findWhole, listForms, listSections } from './queries.ts'
import {
  expectComplete,
  insertForm,
  type LockedForm,
  lockForm,
  publishForm,
  updateForm,
} from './save-queries.ts'

/** A cache keeps a reply for each language. */
const byLanguage = { vary: 'accept-language' }

const recordChange = changeRecorder('forms', formsChanged, 'everybody')

export function formRoutes(server: Server): void {
  const remember = remembering(server)

  serve(server, forms.list, async ({ db, who, query, acceptLanguage }) => {
    const isPublic = who.role === 'observer'
    const filter = {
      draft: query.draft && !isPublic,
      diaspora: query.diaspora,
      deleted: query.deleted && !isPublic,
    }
    if (isPublic) {
      const formVersions = await listForms(db, who.scope, filter, lookupTags(acceptLanguage))
      return new ReplyWithHeaders({ formVersions }, byLanguage)
    }
    const formVersions = await listForms(db, who.scope, filter)
    return { formVersions: await describeForms(db, who.scope, formVersions) }
  })

  serve(server, forms.get, (call) =>
    call.who.role === 'observer' ? getForPhone(call, call.who, remember) : getForStaff(call),
  )

  serve(server, forms.whole, async ({ db, who, params }) => {
    const form = await findWhole(db, who.scope.electionId, params.id)
    if (!form) throw new Problem('thing.not-found')
    return form
  })

  serve(server, forms.option, ({ db, who, params }) => getOption(db, who.scope, params.id))

  serve(server, forms.add, async (call) => {
    const { db, who, body } = call
    const { electionId } = who.scope
    const form = await insertForm(db, electionId, body)
    const key = { electionId, formId: form.id }
    const parts = await replaceContent(db, key, body.formSections)
    await settle(call, { ...form, isDraft: body.draft })
    await recordChange(call, 'forms.added', form.id, { after: body })
    return new ReplyWithHeaders(form.id, { [partsHeader]: replacementSummary(parts) })
  })

  serve(server, forms.edit, edit)

  serve(server, forms.losses, changesOf)

  serve(server, forms.remove, async (call) => {
    const { db, who, query, now } = call
    const { electionId } = who.scope
    const form = await getForm(db, electionId, query.formId)
    if (await hasAnswers(db, electionId, form.id)) throw new Problem('form.has-answers')
    await setDeleted(db, electionId, form, now)
    await recordChange(call, 'forms.deleted', form.id, { before: form })
    return {}
  })

  serve(server, forms.restore, async (call) => {
    const { db, who, params } = call
    const { electionId } = who.scope
    const form = await getForm(db, electionId, params.id, { isDeleted: true })
    await setDeleted(db, electionId, form, null)
    await recordChange(call, 'forms.restored', form.id, { after: form })
    return {}
  })

  serve(server, forms.reorder, async (call) => {
    const { db, who, body } = call
    await reorderForms(db, who.scope.electionId, body.ids)
    await recordChange(call, 'forms.ordered', null, { after: body.ids })
    return {}
  })
}

/** Staff read the form's own texts, whatever language their screens have. */
async function getForStaff({ db, who: { scope }, params, query }: Call<typeof forms.get>) {
  if (query.version !== undefined)
    return (
      (await findVersion(db, scope, params.id, { ...query, isPublic: false }))?.sections ?? null
    )
  const sections = await listSections(db, scope.electionId, params.id)
  return sections.length === 0 ? null : sections
}

async function getForPhone(
  { db, params, query, now, acceptLanguage }: Call<typeof forms.get>,
  who: ObserverWho,
  remember: ReturnType<typeof remembering>,
) {
  const request = { ...query, isPublic: true, preferred: lookupTags(acceptLanguage) }
  const found = await findVersion(db, who.scope, params.id, request)
  if (!found) return null
  // Asking for an earlier version is looking back: a phone shows what it asks for without a version.
  if (query.version === undefined)
    await remember(db, who, { formId: params.id, version: found.version, givenAt: now })
  return new ReplyWithHeaders(found.sections, {
    ...byLanguage,
    'content-language': found.language,
  })
}

async function getForm(
  db: Tx,
  electionId: Id<'elections'>,
  id: LockedForm['id'],
  which = { isDeleted: false },
): Promise<LockedForm> {
  const form = await lockForm(db, electionId, { id }, which)
  if (!form) throw new Problem('thing.not-found')
  return form
}

async function edit(call: Call<typeof forms.edit>) {
  const { db, who, body } = call
  const { electionId } = who.scope
  const before = await getForm(db, electionId, body.id)
  const { revision } = before
  if (body.revision !== undefined && body.revision !== revision)
    throw new Problem('thing.changed-meanwhile', { revision })
  const parts =
    body.formSections &&
    (await replaceContent(db, { electionId, formId: before.id }, body.formSections))
  const after = {
    ...before,
    code: body.code ?? before.code,
    description: body.description ?? before.description,
    details: body.details ?? before.details,
    isDiaspora: body.diaspora ?? before.isDiaspora,
    isSeries: body.series ?? before.isSeries,
    isDraft: body.draft,
  }
  await settle(call, after)
  await recordChange(call, 'forms.edited', before.id, { before, after: body })
  return new ReplyWithHeaders(before.id, parts ? { [partsHeader]: replacementSummary(parts) } : {})
}

const replacementSummary = ({ matchedBy, kept, added, removed }: Replacement) =>
  `matched-by=${matchedBy}, kept=${kept}, new=${added}, removed=${removed}`

/** Stores a form's title and visibility; freezes a version unless it is hidden. */
async function settle({ db, who }: ActorCall, form: LockedForm): Promise<void> {
  const { electionId } = who.scope
  const { id: formId, code, description, details, isDiaspora, isSeries, isDraft } = form
  if (!isDraft) await expectComplete(db, electionId, form)
  const marks = { code, description, details, isDiaspora, isSeries, isDraft }
  await updateForm(db, { electionId, formId }, marks)
  if (!isDraft) await publishForm(db, electionId, form)
}

/** How a change differs from what phones have; a draft, from what is stored. */
async function changesOf({ db, who, body }: Call<typeof forms.losses>) {
  const { electionId } = who.scope
  const { id } = await getForm(db, electionId, body.id)
  const stored = await listSections(db, electionId, id)
  const before = body.draft
    ? stored
    : (await findVersion(db, who.scope, id, { isPublic: false }))?.sections
  if (!before) return []
  const [was = [], is = []] = [before, body.formSections ?? stored].map((all) =>
    parse(z.array(SectionDraft), all),
  )
  const changes = changesBetween(body.draft ? was : published(was), is, stored)
  return withAnswers(db, electionId, changes)
}

/** How many copies are recorded in one transaction, when all phones fetch a form at once. */
const mostAtOnce = 500

/**
 * Records which copy a phone is given, before it has it: an answer is never read against a version that we do
 * not know the phone to have. Concurrent fetches share a transaction.
 */
function remembering({ database }: Server) {
  const keep = batched(
    async (copies: readonly FormCopy[]) => {
      await database.write((tx) => upsertCopies(tx, copies))
      return copies
    },
    { atOnce: 2, most: mostAtOnce, keyOf: ({ sessionId, formId }) => `${sessionId}/${formId}` },
  )
  return async (
    db: Db,
    { id: observerId, sessionId, isOver, scope: { electionId } }: ObserverWho,
    given: Pick<FormCopy, 'formId' | 'version' | 'givenAt'>,
  ): Promise<void> => {
    if (isOver) return
    const copy = { electionId, observerId, sessionId, ...given }
    if (!(await hasCopy(db, copy))) await keep(copy)
  }
}
