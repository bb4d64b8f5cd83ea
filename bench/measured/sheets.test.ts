// @module-tag slow
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { oldestBinaries } from '#database/embedded/oldest.ts'
import { exports } from '#features/export/contract.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { evenings } from '../testing.ts'
import { choicesOf } from './reports.ts'
import { answerSheet, workbookSheets } from './sheets.ts'

const set = evenings()

async function exported(format: 'csv' | 'xlsx', at: string, url: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await signInStaff(url)}` }
  const address = addressOf(exports.all, { query: { format, language: 'en' } })
  const response = await fetch(at + address, { headers })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('COPY reads, letter by letter, the rows that the export writes as CSV', async () => {
  const { url, serve } = await set()
  const psql = join(await oldestBinaries(), 'psql')
  const command = `copy (${answerSheet}) to stdout with (format csv)`
  const args = ['-X', '-q', '-d', url, '-c', command]

  const ours = (await exported('csv', await serve(), url)).toString().trim().split('\r\n').slice(1)
  const { stdout } = await promisify(execFile)(psql, args, { maxBuffer: 2 ** 26 })

  expect(ours).toHaveLength(5000)
  expect(stdout.trim().split('\n').sort()).toEqual(ours.sort())
})

test('COPY reads as many rows as each sheet of the workbook has', async () => {
  const { ask, url, serve } = await set()
  const statements = workbookSheets(await choicesOf(url))

  const sheets = await readExcel(await exported('xlsx', await serve(), url))

  for (const [place, statement] of statements.entries()) {
    const { data } = sheets[place] ?? { data: [] }
    const [counted] = await ask(`select count(*)::integer as rows from (${statement}) read`)
    expect(data.slice(1)).toHaveLength(counted.rows)
  }
})
