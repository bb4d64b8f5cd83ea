import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import webPush from 'web-push'
import { installations, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 60_000 })

const vapid = webPush.generateVAPIDKeys()

const install = installations()
const { folder, start, refuse } = programs()

let taken: Server | undefined
afterEach(() => taken?.close())

/** A port that is in use. */
async function takePort(): Promise<number> {
  const server = createServer()
  taken = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('prints its address but no given password, without demonstration, on an external database', {
  tags: 'slow',
}, async () => {
  const { environment } = await install()

  const program = await start({ ...environment, DATA_DIR: await folder() })

  expect(
    await signIn(program.url, {
      user: environment.ADMIN_ACCOUNT,
      password: environment.ADMIN_PASSWORD,
    }),
  ).toBeTruthy()
  expect(await program.stop()).toBe(0)
  expect(program.output()).toBe(
    [
      `Veghe is at ${program.url}`,
      '  account:  ana',
      '  password: (as in ADMIN_PASSWORD)',
      '',
    ].join('\n'),
  )
})

test('warns of a first password that is easy to guess, and accepts it', {
  tags: 'slow',
}, async () => {
  const { environment } = await install()
  const given = { ...environment, ADMIN_PASSWORD: 'Password2024', DATA_DIR: await folder() }

  const first = await start(given)

  expect(first.output()).toMatch(/ADMIN_PASSWORD\)\n {2}It is easy to guess: choose another/)
  const user = environment.ADMIN_ACCOUNT
  expect(await signIn(first.url, { user, password: given.ADMIN_PASSWORD })).toBeTruthy()
})

/** The variable that each line of a refusal names. */
const namedIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => /^(\w+): ./.exec(line)?.[1])
    .sort()

test.each([
  {
    ...{
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/veghe',
      DATABASE_REPLICA_URL: 'nonsense',
    },
    ...{ DEMO: 'perhaps', ADMIN_PASSWORD: 'short', SECRET: 'short', PUBLIC_URL: 'veghe.example' },
    ...{ OBSERVER_GUIDE_URL: 'guide', ANSWERS_REFRESH_MS: '10', WORKERS: '0', TRUST_PROXY: 'yes' },
    ...{ FCM_SERVICE_ACCOUNT: 'nowhere.json', FCM_URL: 'fcm.example' },
    ...{ SMTP_URL: 'mail.example', MAIL_FROM: 'veghe' },
  },
  {
    ...{ PORT: '65536', DATABASE_URL: 'nonsense', WORKERS: 'all' },
    FCM_SERVICE_ACCOUNT: '{"project_id":"veghe","client_email":"a","private_key":"none"}',
  },
])('refuses malformed settings, with a line for each that names it', async (given) => {
  const { code, output } = await refuse({ DATA_DIR: await folder(), ...given })

  expect(namedIn(output)).toEqual(Object.keys(given).sort())
  expect(code).toBe(1)
})

const ofVapid = { VAPID_SUBJECT: 'mailto:a@example.org', VAPID_PUBLIC_KEY: vapid.publicKey }

test.each([
  {
    given: {
      SMTP_URL: 'smtp://mail.example',
      VAPID_SUBJECT: 'mailto:a@example.org',
      VAPID_PRIVATE_KEY: vapid.privateKey,
    },
    named: ['MAIL_FROM', 'VAPID_PUBLIC_KEY'],
  },
  {
    given: {
      ...{ MAIL_FROM: 'veghe@example.org', ...ofVapid },
      VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey,
    },
    named: ['SMTP_URL', 'VAPID_PRIVATE_KEY'],
  },
  { given: { ...ofVapid, VAPID_PRIVATE_KEY: 'short' }, named: ['VAPID_PRIVATE_KEY'] },
])(
  'names the wrong or missing setting when settings do not belong together: $named',
  async ({ given, named }) => {
    const { code, output } = await refuse({ DATA_DIR: await folder(), ...given })

    expect(namedIn(output)).toEqual(named)
    expect(code).toBe(1)
  },
)

test('names a port that is taken, and a host that does not exist', async () => {
  const DATA_DIR = await folder()
  const PORT = String(await takePort())

  const taken = await refuse({ DATA_DIR, PORT })
  const missing = await refuse({ DATA_DIR, HOST: 'no.such.host.invalid' })

  expect(taken).toEqual({ code: 1, output: `PORT: ${PORT} on 127.0.0.1 is taken\n` })
  expect(missing).toEqual({ code: 1, output: expect.stringMatching(/^HOST: .+\n$/) })
})

test('names a database that does not answer or refuses access', {
  tags: 'slow',
}, async () => {
  const { environment } = await install()
  const DATA_DIR = await folder()
  const closed = await takePort()
  taken?.close()
  const stranger = new URL(environment.DATABASE_URL)
  stranger.pathname = '/no_such_database'

  const urls = [
    `postgres://veghe@127.0.0.1:${closed}/veghe`,
    `postgres://veghe@localhost:${closed}/veghe`,
    stranger.href,
  ]

  for (const DATABASE_URL of urls) {
    const { code, output } = await refuse({ ...environment, DATABASE_URL, DATA_DIR })
    expect(output).toMatch(/^DATABASE_URL: \S.+\n$/)
    expect(code).toBe(1)
  }
})

test('refuses an unsupported older database and names its version', async () => {
  const DATABASE_URL = await pretendDatabase({ server_version_num: '140012' })

  const { code, output } = await refuse({ DATABASE_URL, DATA_DIR: await folder() })

  expect(output).toBe('DATABASE_URL: this is PostgreSQL 14; 15 or later is needed\n')
  expect(code).toBe(1)
})

/** A fake PostgreSQL server: it accepts every client and answers each statement with one row. */
async function pretendDatabase(row: Readonly<Record<string, string>>): Promise<string> {
  const message = (kind: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
  }
  const ready = message('Z', Buffer.from('I'))
  const columns = Object.keys(row).map((name) =>
    // No table, no column; text (25) of any length, in text form.
    Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]),
  )
  const cells = Object.values(row).map((value) =>
    Buffer.concat([int32(value.length), Buffer.from(value)]),
  )
  const reply = Buffer.concat([
    message('T', int16(columns.length), ...columns),
    message('D', int16(cells.length), ...cells),
    message('C', text('SELECT 1')),
    ready,
  ])
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
      socket.on('data', (text) => text[0] === 'Q'.charCodeAt(0) && socket.write(reply))
    })
  })
  taken = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `postgres://veghe@127.0.0.1:${port}/veghe?sslmode=disable`
}

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const text = (value: string) => Buffer.from(`${value}\0`)
