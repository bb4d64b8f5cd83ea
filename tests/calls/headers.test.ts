import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#apps/server/app.ts'
import { exports } from '#features/export/contract.ts'
import { factors } from '#features/factors/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { passwords, type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** Another server on the same database, reached in another way. */
async function serverLike({ outside }: Stage, differs: Partial<AppDependencies>) {
  const { http, close } = await createApp({ ...outside, ...differs })
  onTestFinished(close)
  return http
}

const pages = ['/config.json', '/nowhere', '/api/v1/answers', '/api/v1/nowhere', '/%zz', '/health']

test('protects every reply against framing, content sniffing and foreign scripts', async () => {
  const { stranger } = await set()

  for (const url of pages) {
    const { headers } = await stranger.send({ url })
    expect([url, headers]).toEqual([
      url,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      }),
    ])
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
  }
})

test('sends security headers when it refuses malformed HTTP as well', async () => {
  const cast = await set()
  const socket = connect(Number(new URL(await cast.listen()).port), '127.0.0.1')

  socket.write('BREW / HTTP/1.1\r\nHost: x\r\n\r\n')

  const reply = await text(socket)
  expect(reply).toContain('x-content-type-options: nosniff\r\n')
  expect(reply).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n")
})

test('forbids caches to store replies of calls', async () => {
  const { ana, stranger } = await set()

  for (const reply of [
    await ana.send({ url: '/api/v1/observer' }),
    await stranger.send({ url: '/api/v1/observer' }),
    await stranger.send({ url: '/%zz' }),
  ])
    expect(reply.headers['cache-control']).toBe('no-store')
})

test('grants no cross-origin access to other sites', async () => {
  const { ana } = await set()
  const headers = {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  }

  for (const method of ['GET', 'OPTIONS'] as const) {
    const reply = await ana.send({ method, url: '/api/v1/observer', headers })
    expect(Object.keys(reply.headers).filter((name) => name.includes('allow-'))).toEqual([])
  }
})

test('sends the correct content type, with the charset of texts', async () => {
  const { ana, stranger } = await set()
  const kinds = [
    [ana, '/api/v1/observer', 'application/json; charset=utf-8'],
    [stranger, '/api/v1/observer', 'application/problem+json; charset=utf-8'],
    [stranger, '/nowhere', 'application/problem+json; charset=utf-8'],
    [stranger, '/metrics', expect.stringMatching(/^text\/plain;.* charset=utf-8/)],
    [ana, `${exports.all.path}?format=csv`, 'text/csv; charset=utf-8'],
    [ana, `${exports.all.path}?format=xlsx`, expect.stringContaining('spreadsheetml.sheet')],
  ] as const

  for (const [who, url, kind] of kinds)
    expect([url, (await who.send({ url })).headers['content-type']]).toEqual([url, kind])
})

test('serves nothing from outside the app’s folder, neither repository nor settings', async () => {
  const cast = await set()
  const place = await mkdtemp(join(tmpdir(), 'veghe-web-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const files = ['.git/config', '.env', 'package.json', 'secrets/secret']
  for (const file of [...files, 'web/index.html']) {
    await mkdir(dirname(join(place, file)), { recursive: true })
    await writeFile(join(place, file), `this is ${file}`)
  }
  const http = await serverLike(cast, { webFolder: join(place, 'web') })

  const paths = files.flatMap((file) => [`/${file}`, `/../${file}`, `/%2e%2e/${file}`])
  for (const url of [...paths, '/.git/', '/..', '/assets/../../package.json'])
    expect((await http.inject({ url })).body, url).not.toMatch(/this is (?!web\/index\.html)/)
})

test('refuses TRACE', async () => {
  const cast = await set()
  const socket = connect(Number(new URL(await cast.listen()).port), '127.0.0.1')

  socket.write('TRACE / HTTP/1.1\r\nHost: x\r\nX-Mine: echo\r\nConnection: close\r\n\r\n')

  const reply = await text(socket)
  expect(reply).toMatch(/^HTTP\/1.1 4\d\d/)
  expect(reply).not.toContain('echo')
})

test('requires https of later visits only from browsers that used it', async () => {
  const cast = await set()
  const secure = await serverLike(cast, { publicUrl: 'https://veghe.example' })

  const name = 'strict-transport-security'
  expect((await secure.inject('/config.json')).headers[name]).toBe(
    'max-age=63072000; includeSubDomains',
  )
  expect((await cast.stranger.send({ url: '/config.json' })).headers[name]).toBeUndefined()
})

/** The address of a sign-in with these headers, as shown in the user's list of sessions. */
async function seenFrom(trustProxy: boolean, headers: Record<string, string>) {
  const cast = await set()
  const http = await serverLike(cast, { trustProxy })
  const { access_token } = await cast.stranger.call(session.authorize, {
    body: { user: 'ana', password: passwords.ana },
  })
  await http.inject({
    method: 'POST',
    url: session.authorize.path,
    headers,
    remoteAddress: '::ffff:192.0.2.1',
    payload: { user: 'ana', password: passwords.ana },
  })
  const own = await http.inject({
    url: session.own.path,
    headers: { authorization: `Bearer ${access_token}` },
  })
  const addresses: string[] = own.json().map(({ address }: { address: string }) => address)
  return addresses.filter((address) => address !== '127.0.0.1')
}

test.each([
  ['behind a proxy, by the address that the proxy saw', true, '203.0.113.7'],
  ['without a proxy, by the address of the connection', false, '192.0.2.1'],
])('counts guesses under made-up addresses as one caller: %s', async (_how, trustProxy, seen) => {
  const headers = { 'x-forwarded-for': '198.51.100.66, 203.0.113.7' }

  expect(await seenFrom(trustProxy, headers)).toEqual([seen])
})

test.each([
  ['an address with a port', '198.51.100.7:4711', '198.51.100.7'],
  ['IPv6 with a port', '[2001:DB8::0001]:443', '2001:db8::1'],
  ['IPv4 within IPv6', '::ffff:198.51.100.7', '198.51.100.7'],
])('%s, as some proxies write it, is that address', async (_what, written, address) => {
  expect(await seenFrom(true, { 'x-forwarded-for': `10.0.0.1, ${written}` })).toEqual([address])
})

test.each(['unknown', '1', '127.1', '_hidden', '10.0.0.1, nonsense', '198.51.100.7, ,'])(
  'falls back to the proxy’s own address when it forwards %j, which is none',
  async (reply) => {
    expect(await seenFrom(true, { 'x-forwarded-for': reply })).toEqual(['192.0.2.1'])
  },
)

test.each(['javascript', '%', 'https, ws', ''])(
  'ignores %j as a forwarded protocol, and does not fail',
  async (protocol) => {
    const cast = await set()
    const http = await serverLike(cast, { trustProxy: true, publicUrl: '' })

    const reply = await http.inject({
      url: factors.newPasskey.path,
      headers: {
        authorization: `Bearer ${await cast.ana.token()}`,
        host: 'veghe.example',
        'x-forwarded-proto': protocol,
      },
    })

    expect(reply.statusCode, reply.payload).toBe(200)
    expect(reply.json().rp).toMatchObject({ id: 'veghe.example' })
  },
)

test('refuses a call whose token comes in a cookie', async () => {
  const { ana, stranger } = await set()
  const cookie = `token-id=${await ana.token()}`

  const reply = await stranger.send({ url: observers.list.path, headers: { cookie } })

  expect(reply.statusCode).toBe(401)
})
