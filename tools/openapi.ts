import { mkdir, writeFile } from 'node:fs/promises'
import { endpoints } from '#apps/server/endpoints.ts'
import { describeApi } from '#kit/contract/openapi/openapi.ts'
import about from '../package.json' with { type: 'json' }

/** Writes the OpenAPI document that the server answers with at /api/openapi.json. */
const target = new URL('../dist/openapi.json', import.meta.url)

await mkdir(new URL('.', target), { recursive: true })
await writeFile(target, `${JSON.stringify(describeApi(endpoints, about.version), null, 2)}\n`)
