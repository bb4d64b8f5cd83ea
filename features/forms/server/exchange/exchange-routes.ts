import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import type { Db } from '#database/open.ts'
import type { Language } from '#kit/contract/copy.ts'
import { parse } from '#kit/contract/parse.ts'
import { Problem } from '#kit/contract/problem.ts'
import { type Call, serve, serveInSteps, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { UnreadableFile } from '#kit/server/sheets/csv.ts'
import { isWorkbook } from '#kit/server/sheets/file-kinds.ts'
import { writeWorkbook } from '#kit/server/sheets/spreadsheet.ts'
import { fileIn } from '#kit/server/sheets/uploaded.ts'
import { readXlsx } from '#kit/server/sheets/xlsx.ts'
import { changesBetween, movedBetween, published } from '../../change-domain.ts'
import { FormDraft, SectionDraft } from '../../contract.ts'
import { detailsOf } from '../../details-domain.ts'
import { type Finding, formFiles, type NewForm } from '../../exchange-contract.ts'
import { translationChanges } from '../../translations/change-domain.ts'
import { withTranslations } from '../../translations/texts-domain.ts'
import { readXlsForm } from '../../xlsform/reading-domain.ts'
import type { ReadSheet } from '../../xlsform/rows-domain.ts'
import { writeXlsForm } from '../../xlsform/writing-domain.ts'
import { type SheetName, sheetNames } from '../../xlsform/xlsform-domain.ts'
import { withAnswers } from '../change-queries.ts'
import type { FormKey } from '../content-queries.ts'
import { findWhole, listSections } from '../queries.ts'
import { findFrozen } from '../save-queries.ts'
import { findLanguages, listTranslations } from '../translations/translation-queries.ts'
import { listFormsElsewhere, listVersions } from './exchange-queries.ts'

export function exchangeRoutes(server: Server): void {
  // Reading takes long and needs no transaction.
  serveInSteps(server, formFiles.read, async ({ uploads, body }) => {
    const { fileName, bytes } = fileIn(uploads)
    const content = await bytes()
    return isWorkbook(content)
      ? readWorkbook(fileName, content, body.language)
      : { form: readJson(content), findings: [] }
  })

  serveStream(server, formFiles.write, async ({ db, who, params, response }) => {
    const form = await getNew(db, { electionId: who.scope.electionId, formId: params.id })
    const sheets = Object.entries(writeXlsForm(form)).map(([name, { headings, rows }]) => ({
      name,
      headings,
      batches: async function* () {
        yield rows
      },
    }))
    return response
      .type(formFiles.write.reply.mediaType)
      .header('content-disposition', `attachment; filename="form-${params.id}.xlsx"`)
      .header('cache-control', 'no-store')
      .send(writeWorkbook(sheets))
  })

  serve(server, formFiles.elsewhere, ({ db, who }) => listFormsElsewhere(db, who.scope.electionId))

  serve(server, formFiles.copy, async ({ db, who, params: { electionId, id } }) => {
    const listed = await listFormsElsewhere(db, who.scope.electionId)
    if (!listed.some((form) => form.electionId === electionId && form.id === id))
      throw new Problem('thing.not-found')
    return getNew(db, { electionId, formId: id })
  })

  serve(server, formFiles.versions, ({ db, who, params }) =>
    listVersions(db, who.scope.electionId, params.id),
  )

  serve(server, formFiles.compare, compare)
}

/** A stored form, to begin another one from. */
async function getNew(db: Db, key: FormKey): Promise<NewForm> {
  const form = await findWhole(db, key.electionId, key.formId)
  if (!form) throw new Problem('thing.not-found')
  return withTranslations(form, await listTranslations(db, key), await findLanguages(db, key))
}

const notForm = (why: string) => new Problem('request.invalid', { errors: { file: [why] } })

async function readWorkbook(fileName: string, content: Buffer, language: Language) {
  const read = (sheet?: string) =>
    readXlsx(fileName, content, nextTurn, sheet).catch((error: unknown) => {
      throw error instanceof UnreadableFile ? notForm(error.message) : error
    })
  const { sheets = [] } = await read()
  const known: Partial<Record<SheetName, ReadSheet>> = {}
  const findings: Finding[] = []
  for (const sheet of sheets) {
    const name = sheetNames.find((one) => one === sheet.trim().toLowerCase())
    if (name && !known[name]) {
      const { headings, headingsLine = 1, rows } = await read(sheet)
      known[name] = { headings, headingsLine, rows }
    } else findings.push({ sheet, line: 0, why: 'sheet', name: '', detail: '' })
  }
  if (!known.survey) throw notForm('There is no sheet survey')
  const found = readXlsForm(known, language)
  return { form: found.form, findings: [...found.findings, ...findings] }
}

/** A form of the first system. It is read as a draft: the editor shows what is missing. */
function readJson(content: Buffer): NewForm {
  let json: unknown
  try {
    json = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw notForm('It is neither a workbook nor JSON')
  }
  const { formSections, ...form } = parse(FormDraft, { ...Object(json), draft: true })
  return {
    ...form,
    formSections: formSections.map((section) => ({
      ...section,
      questions: section.questions.map((question) => ({
        ...question,
        ...detailsOf(question),
        hint: question.hint || null,
        optionsToQuestions: question.optionsToQuestions.map(({ isFlagged, hint, ...option }) => ({
          ...option,
          hint: hint || null,
          flagged: isFlagged,
        })),
      })),
    })),
  }
}

async function compare({ db, who, params: { id }, query }: Call<typeof formFiles.compare>) {
  const { electionId } = who.scope
  const key = { electionId, formId: id }
  const [before, after] = await Promise.all(
    [query.from, query.to].map((version) => findFrozen(db, key, version)),
  )
  if (!before || !after) throw new Problem('thing.not-found')
  const [was = [], is = []] = [before, after].map(({ sections }) =>
    published(parse(z.array(SectionDraft), sections)),
  )
  const stored = await listSections(db, electionId, id)
  const moved = movedBetween(was, is)
  const changes = changesBetween(was, is, stored)
  // The order of sections or options alone has no question to name.
  const named = moved.length > 0 ? changes.filter(({ kind }) => kind !== 'form') : changes
  return withAnswers(db, electionId, [...named, ...moved, ...translationChanges(before, after)])
}
