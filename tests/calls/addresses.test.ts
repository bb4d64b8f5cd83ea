import { expect, test } from 'vitest'
import * as z from 'zod'
import { observers } from '#features/observers/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { personalFieldsOf, personalHeader } from '#kit/contract/value/personal.ts'
import { splitPersonal } from '#kit/contract/wire.ts'
import { allEndpoints } from '#testing/calls/endpoints.ts'
import { stage } from '#testing/stage.ts'

const set = stage()

/** The fields that take free text, and so may identify a person. */
const textFieldsOf = ({ query }: Endpoint) =>
  Object.entries(query?.shape ?? {}).flatMap(([name, field]) =>
    z.safeParse(field as z.ZodType, 'Ana Pop').success ? [name] : [],
  )

test('keeps personal texts out of addresses: only these text fields may appear there', async () => {
  const all = await allEndpoints()

  const open = all.flatMap(([, endpoint]) => {
    const aside = personalFieldsOf(endpoint)
    return textFieldsOf(endpoint).filter((name) => !aside.includes(name))
  })

  expect([...new Set(open)].sort()).toEqual(openTexts)
})

/** Codes of counties and acts; formats of downloads; fields parsed leniently for clients of the first system. */
const openTexts = ['act', 'county', 'countyCode', 'countyCodes', 'page', 'pageSize', 'subject']

test('reads personal fields from a header as from an address, accents and signs included', async () => {
  const { ana } = await set()
  const draft = { phone: '0722 000 009', pin: '1234', name: 'Ștefan & Ion = 100 %' }
  await ana.call(observers.add, { body: draft })
  const query = { name: 'Ștefan & Ion = 100 %', page: 1 }

  const { address, headers } = splitPersonal(observers.list, { query })
  const found = await ana.send({ url: address, headers })

  expect(address).toBe(`${observers.list.path}?page=1`)
  expect(found.json().data).toMatchObject([{ name: draft.name }])
  const unknownName = { [personalHeader]: 'name=zzz' }
  expect((await ana.send({ url: address, headers: unknownName })).json().data).toEqual([])
  // Clients of the first system still send it in the URL.
  const old = await ana.send({ url: `${observers.list.path}?Name=${encodeURIComponent('ștefan')}` })
  expect(old.json().data).toMatchObject([{ name: draft.name }])
})

test('refuses or ignores an unreadable header, and never fails', async () => {
  const { ana } = await set()

  for (const query of ['%', '&&&', 'name', '=', 'page=x&page=y', `name=${'x'.repeat(5000)}`]) {
    const headers = { [personalHeader]: query }
    const { statusCode } = await ana.send({ url: observers.list.path, headers })
    expect([200, 400], query.slice(0, 20)).toContain(statusCode)
  }
})
