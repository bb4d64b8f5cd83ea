import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { notes } from '#features/notes/contract.ts'
import { aiud, png } from '#features/notes/server/testing.ts'
import type { BucketSettings } from '#kit/server/files/bucket.ts'
import { buckets } from '#kit/server/files/testing-bucket.ts'
import { bogdan, installations, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'
import { formOf } from '#testing/stage.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 60_000 })

const install = installations()
const open = buckets()
const { folder, start, refuse } = programs()

const variablesOf = ({ name, region, endpoint = '', keys }: BucketSettings) => ({
  S3_BUCKET: name,
  S3_REGION: region,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: keys?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: keys?.secretAccessKey ?? '',
})

test('keeps attachments in a configured bucket', { tags: 'slow' }, async () => {
  const { environment } = await install()
  const { settings, objects, attachments } = await open()
  const DATA_DIR = await folder()
  const given = { ...environment, ...variablesOf(settings), DATA_DIR, WORKERS: '2' }
  const { url } = await start(given)
  const form = await formOf({ body: { ...aiud, text: 'Coadă' } }, [{ name: 'a.png', bytes: png() }])

  const reply = await fetch(`${url}${notes.write.path}`, {
    method: notes.write.method,
    headers: { authorization: `Bearer ${await signIn(url, bogdan)}`, 'content-type': form.type },
    body: form.bytes,
  })

  const { filesAddress } = notes.write.reply.parse(await reply.json())
  const read = await fetch(filesAddress[0]!)
  expect(Buffer.from(await read.arrayBuffer())).toEqual(png())
  expect(attachments().map((key) => objects.get(key))).toEqual([png()])
  expect(await readdir(join(DATA_DIR, 'attachments'))).toEqual(['incoming'])
})

test('refuses to start with an unusable bucket, with one line that says why', {
  tags: 'slow',
}, async () => {
  const { settings, stop } = await open()
  const { endpoint, name } = settings
  const given = variablesOf(settings)
  const DATA_DIR = await folder()
  const outputWith = async (other: Partial<typeof given>) => {
    const { code, output } = await refuse({ ...given, ...other, DATA_DIR })
    expect(code).toBe(1)
    return output
  }

  const letIn = `S3_BUCKET: ${endpoint} does not let us into the bucket ${name}: are the keys right?\n`
  expect(await outputWith({ S3_SECRET_ACCESS_KEY: 'not this one' })).toBe(letIn)
  expect(await outputWith({ S3_ACCESS_KEY_ID: 'STRANGER' })).toBe(letIn)
  expect(await outputWith({ S3_BUCKET: 'elsewhere' })).toBe(
    `S3_BUCKET: there is no bucket elsewhere at ${endpoint}\n`,
  )
  expect(await outputWith({ S3_REGION: 'us-test-2' })).toBe(
    `S3_BUCKET: ${endpoint} answered 400 for ${name}: is it in the region us-test-2?\n`,
  )
  await stop()
  expect(await outputWith({})).toMatch(/^S3_BUCKET: .+ does not answer: .*ECONNREFUSED.*\n$/)
})

const onAws = { S3_BUCKET: 'attachments', S3_REGION: 'eu-central-1' }

test.each([
  ['Needed', ['S3_BUCKET'], { S3_FORCE_PATH_STYLE: 'on' }],
  [
    'Invalid',
    ['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_FORCE_PATH_STYLE'],
    {
      ...{ S3_BUCKET: 'Not a Name', S3_REGION: 'Frankfurt am Main' },
      ...{ S3_ENDPOINT: 'minio.example', S3_FORCE_PATH_STYLE: 'yes' },
    },
  ],
  [
    'Needed',
    ['S3_REGION', 'S3_ACCESS_KEY_ID'],
    { S3_BUCKET: 'attachments', S3_SECRET_ACCESS_KEY: 'x' },
  ],
  ['Needed', ['S3_SECRET_ACCESS_KEY'], { ...onAws, S3_ACCESS_KEY_ID: 'x' }],
])(
  'refuses to start with incomplete or wrong bucket settings, with a line for each: %s, %o',
  async (why, names, given) => {
    const { code, output } = await refuse({ DATA_DIR: await folder(), ...given })

    const lines = names.map((name) => `${name}: ${why}.+\n`)
    expect(output).toMatch(new RegExp(`^${lines.join('')}$`))
    expect(code).toBe(1)
  },
)
