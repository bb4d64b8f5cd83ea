import { readFile, writeFile } from 'node:fs/promises'
import { endpoints } from '#apps/server/endpoints.ts'
import { describeApi } from '#kit/contract/openapi/openapi.ts'
import about from '../package.json' with { type: 'json' }

/** Writes docs/openapi.json from the contracts; with `--check` it only compares. */
const target = new URL('../docs/openapi.json', import.meta.url)
const written = `${JSON.stringify(describeApi(endpoints, about.version), null, 2)}\n`

if (!process.argv.includes('--check')) await writeFile(target, written)
else if ((await readFile(target, 'utf8')) !== written) {
  console.error('docs/openapi.json differs from the contracts: run npm run openapi')
  process.exitCode = 1
}
