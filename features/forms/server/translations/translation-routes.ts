import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve, serveInSteps, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { UnreadableFile } from '#kit/server/sheets/csv.ts'
import { writeWorkbook } from '#kit/server/sheets/spreadsheet.ts'
import { fileIn } from '#kit/server/sheets/uploaded.ts'
import { readXlsx } from '#kit/server/sheets/xlsx.ts'
import { formsChanged } from '../../contract.ts'
import { mostLanguages } from '../../language-contract.ts'
import { type SavedText, type TextToTranslate, translations } from '../../translation-contract.ts'
import { readTexts, writeTexts } from '../../translations/rows-domain.ts'
import { stateOf, storedText, textsOf } from '../../translations/texts-domain.ts'
import type { FormKey } from '../content-queries.ts'
import { findWhole } from '../queries.ts'
import { lockForm } from '../save-queries.ts'
import {
  findLanguages,
  getTexts,
  listTranslations,
  updateLanguages,
  updateTexts,
} from './translation-queries.ts'

const recordChange = changeRecorder('forms', formsChanged, 'everybody')

type Caller = {
  readonly who: Call<typeof translations.list>['who']
  readonly params: Pick<Call<typeof translations.list>['params'], 'id'>
}
const keyOf = ({ who, params }: Caller): FormKey => ({
  electionId: who.scope.electionId,
  formId: params.id,
})

export function translationRoutes(server: Server): void {
  serve(server, translations.list, async (call) => {
    const { db } = call
    const key = keyOf(call)
    const { language, languages } = await findLanguages(db, key)
    const whole = await findWhole(db, key.electionId, key.formId)
    if (!whole) throw new Problem('thing.not-found')
    const texts = textsOf(whole)
    const stored = await listTranslations(db, key)
    return {
      language,
      texts: texts.length,
      languages: languages.map((each) => {
        const states = texts.map((text) => stateOf(text.text, storedText(stored, each, text.key)))
        const count = (state: string) => states.filter((one) => one === state).length
        return { language: each, missing: count('missing'), outdated: count('outdated') }
      }),
    }
  })

  serve(server, translations.setLanguages, setLanguages)

  serve(server, translations.get, (call) => getTexts(call.db, keyOf(call), call.params.language))

  serve(server, translations.save, save)

  serveStream(server, translations.write, async (call) => {
    const { db, params, response } = call
    const { language } = await findLanguages(db, keyOf(call))
    const texts = await getTexts(db, keyOf(call), params.language)
    const { headings, rows } = writeTexts(texts, [language, params.language])
    const batches = async function* () {
      yield rows
    }
    return response
      .type(translations.write.reply.mediaType)
      .header(
        'content-disposition',
        `attachment; filename="form-${params.id}-${params.language}.xlsx"`,
      )
      .header('cache-control', 'no-store')
      .send(writeWorkbook([{ name: params.language, headings, batches }]))
  })

  // Reading takes long and needs no transaction.
  serveInSteps(server, translations.read, async ({ step, uploads, params }) => {
    const { fileName, bytes } = fileIn(uploads)
    const table = await readXlsx(fileName, await bytes(), nextTurn).catch((error: unknown) => {
      throw error instanceof UnreadableFile ? notTexts(error.message) : error
    })
    const texts = await step((call) => getTexts(call.db, keyOf(call), params.language))
    return readTexts(table, texts)
  })
}

const notTexts = (why: string) => new Problem('request.invalid', { errors: { file: [why] } })

async function setLanguages(call: Call<typeof translations.setLanguages>) {
  const { db, body } = call
  const key = keyOf(call)
  await lock(db, key)
  const before = await findLanguages(db, key)
  const language = body.language ?? before.language
  if (body.added.includes(language))
    throw new Problem('request.invalid', { errors: { added: ['The form is in this language'] } })
  const kept = before.languages.filter((each) => !body.removed.includes(each) && each !== language)
  const languages = [...new Set([...kept, ...body.added])].sort()
  if (languages.length > mostLanguages)
    throw new Problem('request.invalid', { errors: { added: [`More than ${mostLanguages}`] } })
  const after = { language, languages }
  if (JSON.stringify(before) === JSON.stringify(after)) return {}
  await updateLanguages(db, key, after)
  await recordChange(call, 'forms.languages-changed', key.formId, { before, after })
  return {}
}

async function save(call: Call<typeof translations.save>) {
  const { db, params, body } = call
  const key = keyOf(call)
  const { revision } = await lock(db, key)
  const stored = new Map((await getTexts(db, key, params.language)).map((one) => [one.key, one]))
  expectKnown(body.texts, stored)
  const conflicts = body.texts.filter(({ key: name, to, was }) => {
    const now = stored.get(name)?.to
    return now !== was && now !== to
  })
  if (conflicts.length > 0)
    throw new Problem('thing.changed-meanwhile', {
      revision,
      fields: conflicts.map(({ key: name }) => name),
    })
  const changed = body.texts.filter(({ key: name, to, from }) => {
    const now = stored.get(name)
    return now?.to !== to || now.from !== from
  })
  if (changed.length === 0) return {}
  await updateTexts(db, key, params.language, changed)
  const changes = (textOf: (text: SavedText) => string) => ({
    language: params.language,
    translations: changed.map((text) => ({
      code: stored.get(text.key)?.code ?? '',
      text: stored.get(text.key)?.text ?? '',
      translation: textOf(text),
    })),
  })
  await recordChange(call, 'forms.translated', key.formId, {
    before: changes(({ key: name }) => stored.get(name)?.to ?? ''),
    after: changes(({ to }) => to),
  })
  return {}
}

function expectKnown(
  texts: readonly SavedText[],
  stored: ReadonlyMap<string, TextToTranslate>,
): void {
  const errors = Object.fromEntries(
    texts.flatMap(({ key }, place) =>
      stored.has(key) ? [] : [[`texts.${place}.key`, ['The form has no such text']]],
    ),
  )
  if (Object.keys(errors).length > 0) throw new Problem('request.invalid', { errors })
}

async function lock(db: Tx, { electionId, formId }: FormKey) {
  const form = await lockForm(db, electionId, { id: formId })
  if (!form) throw new Problem('thing.not-found')
  return form
}
