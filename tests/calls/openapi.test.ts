import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { endpoints } from '#apps/server/endpoints.ts'
import { installation } from '#features/installation/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { allEndpoints } from '#testing/calls/endpoints.ts'
import { stage } from '#testing/stage.ts'

const set = stage()

type Operation = { security: unknown[]; responses: Record<string, { content?: object }> }

test('serves a valid OpenAPI 3.1 document to every caller', {
  tags: 'slow',
}, async () => {
  const { stranger } = await set()

  const document = await stranger.call(installation.api)

  const validator = new Validator()
  expect(await validator.validate(document)).toMatchObject({ valid: true })
  expect(document['openapi']).toBe('3.1.0')
})

test('lists every endpoint of every contract, with its problems, in the API document', async () => {
  const { stranger } = await set()

  const { paths } = (await stranger.call(installation.api)) as {
    paths: Record<string, Record<string, Operation>>
  }

  const operationOf = ({ method, path }: Endpoint) =>
    paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const listed = Object.values(endpoints).flatMap((named) => Object.values(named))
  for (const [name, endpoint] of await allEndpoints()) {
    expect(listed, name).toContain(endpoint)
    const operation = operationOf(endpoint)
    const examples = JSON.stringify(operation?.responses)
    for (const code of endpoint.problems ?? []) expect(examples, name).toContain(`"${code}"`)
    expect(operation?.security, name).toHaveLength(endpoint.access === 'anyone' ? 0 : 1)
  }
})
