import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { Db } from '#database/open.ts'
import type { Column } from '#kit/contract/column.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { type Download, fileTypes } from '#kit/contract/download.ts'
import { asOfHeader } from '#kit/contract/figures.ts'
import { separators } from '#kit/contract/import/csv-line.ts'
import type { Staff } from '#kit/contract/who.ts'
import type { Head } from '../history/history.ts'
import { recordBy } from '../history/record-change.ts'
import { findAsOf } from '../projections/mark.ts'
import { writeCsv } from '../sheets/csv.ts'
import { chainOf, readSource, type Source, sourceSheet } from '../sheets/source.ts'
import { type Sheet, writeWorkbook } from '../sheets/spreadsheet.ts'
import type { Server } from './server.ts'

/** Contents of a download: its sheets, and what history records of it. */
export type DownloadContents = {
  readonly sheets: readonly [Sheet, ...Sheet[]]
  /** The number of rows of its main content. */
  readonly rows: number
  /** The name of its election. */
  readonly election: string
}

/** A download request. */
export type DownloadRequest = {
  /** Without its extension. */
  readonly name: string
  /** CSV contains the first sheet only. */
  readonly format: Download['format']
  readonly language: Language
  /** Its name in history, in the past tense: `observers.exported`. */
  readonly act: string
  readonly subject: string
  /** The filters it was made with. */
  readonly filter: unknown
  /** It has figures that the projector counts: it says up to when. */
  readonly hasFigures?: true
}

type DownloadCall = { readonly who: Staff; readonly now: Date; readonly response: FastifyReply }

/**
 * Streams a file from one database snapshot. The download is recorded in history before its first byte, so that an
 * interrupted one is recorded too.
 */
export async function sendFile(
  server: Server,
  { who, now, response }: DownloadCall,
  { name, format, language, act, subject, filter, hasFigures }: DownloadRequest,
  take: (db: Db) => Promise<DownloadContents>,
): Promise<void> {
  await server.database.snapshot(async (db) => {
    const figuresAsOf = hasFigures && (await findAsOf(db, who.scope.electionId, now))
    const { sheets, rows, election } = await take(db)
    const source = await readSource(db, { who, now }, { election, filter, rows, figuresAsOf })
    const after = { rows, format, filter, ...chainOf(source) }
    await server.database.write((tx) =>
      recordBy({ db: tx, who, now }, { act, subject, subjectId: null, after }),
    )
    const { fileName, mediaType, stream } = writeFile({ name, format, language }, sheets, source)
    response
      .type(mediaType)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .headers(headersOf(source))
      .send(stream)
    // A reader who disconnects ends it; the snapshot ends with it.
    await finished(response.raw).catch(() => stream.destroy())
  })
}

const headersOf = ({ head, figuresAsOf }: Source) => ({
  ...(head && { 'veghe-history-head': headerOf(head) }),
  ...(figuresAsOf && { [asOfHeader]: figuresAsOf.toISOString() }),
})

const headerOf = ({ position, hash }: Head) => `${position} ${hash}`

/** A file that is written while it is read. */
export type DownloadFile = {
  readonly fileName: string
  readonly mediaType: string
  readonly stream: Readable
}

/** Writes the sheets in the requested format; a workbook ends with its source. */
export const writeFile = (
  { name, format, language }: Pick<DownloadRequest, 'name' | 'format' | 'language'>,
  sheets: DownloadContents['sheets'],
  source: Source,
): DownloadFile => ({
  fileName: `${name}.${format}`,
  mediaType: format === 'csv' ? `${fileTypes.csv}; charset=utf-8` : fileTypes.xlsx,
  stream:
    format === 'csv'
      ? writeCsv(sheets[0], separators[language])
      : writeWorkbook([...sheets, sourceSheet(source, language)]),
})

/** Rows, some at a time, as a sheet of columns, in the language. */
export function sheetOf<Row>(
  name: Copy,
  columns: readonly Column<Row>[],
  language: Language,
  batches: () => AsyncIterable<readonly Row[]>,
): Sheet {
  return {
    name: speak(name, language),
    headings: columns.map(({ title }) => speak(title, language)),
    batches: async function* () {
      for await (const rows of batches())
        yield rows.map((row) => columns.map(({ value }) => value(row)))
    },
  }
}
