import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'

/** Encodings of text by clients, correct and broken ones. */
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'Windows-1250': (text) => Buffer.from(text.replaceAll('ă', '\xE3'), 'latin1'),
  'UTF-16': (text) => Buffer.from(text, 'utf16le'),
  gzip: (text) => gzipSync(text),
  'with bytes that are no text': (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
  'with U+0000': (text) => Buffer.from(text.replace(/"(?=[:,}])/, '\0"')),
  'cut off': (text) => Buffer.from(text.slice(0, text.length / 2)),
  'sent twice': (text) => Buffer.from(text + text),
  'a thousand fields more': (text) =>
    Buffer.from(
      `{${Array.from({ length: 1000 }, (_, nth) => `"f${nth}":${nth}`).join(',')},${text.slice(1)}`,
    ),
}

const types = [
  'application/json; charset=windows-1250',
  'application/JSON',
  'application/json;;=',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  `multipart/form-data; boundary="${' '.repeat(71)}x"`,
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary=\xE3; charset=utf-16',
  'text/plain',
  'nonsense',
  '',
]

const headers: readonly Record<string, string>[] = [
  ...types.map((type) => ({ 'content-type': type })),
  ...['gzip', 'br', 'identity', 'nonsense'].map((name) => ({ 'content-encoding': name })),
  ...['text/html', 'application/xml;q=0', 'nonsense', ''].map((accept) => ({ accept })),
  ...['Bearer', 'Bearer null', 'Bearer a.b.c', `Bearer ${'x'.repeat(9000)}`, 'Basic eDp4', 'x'].map(
    (authorization) => ({ authorization }),
  ),
  { cookie: 'x=y; '.repeat(2000) },
  ...['"; drop table visits', '198.51.100.7:4711', '[2001:db8::1]:443', 'unknown', ',,', '1'].map(
    (address) => ({ 'x-forwarded-for': address }),
  ),
  ...['javascript', 'https,http', '%', 'https://x', ''].map((name) => ({
    'x-forwarded-proto': name,
  })),
  { 'x-forwarded-host': '\xE3' },
  { 'x-http-method-override': 'DELETE' },
  { 'transfer-encoding': 'nonsense' },
  { 'if-none-match': '*' },
  { range: 'bytes=5-1' },
]

/** Headers of a form-data part, replacing its own. */
const partHeads = [
  'content-disposition: form-data',
  'content-disposition: form-data; name=""',
  'content-disposition: form-data; name="__proto__"',
  'content-disposition: form-data; name="Files"; filename=""',
  'content-disposition: form-data; name="Files"; filename="../../etc/passwd"',
  'content-disposition: form-data; name="Files"; filename*=UTF-8\'\'%ZZ%00%ED%A0%80',
  'content-disposition: form-data; name="Files"; filename*=nonsense\'x\'%FF',
  `content-disposition: form-data; name="${'x'.repeat(9000)}"`,
  'content-disposition: attachment; filename="a.png"',
  'content-disposition: form-data; name="Files"; filename="a.png"\r\ncontent-type: nonsense',
  'content-disposition: form-data; name="Text"\r\ncontent-type: text/plain; charset=nonsense',
  'content-disposition: form-data; name="Text"\r\ncontent-transfer-encoding: base64',
  'content-disposition: form-data; name="Text"\r\ncontent-disposition: form-data; name="Files"',
  `x: ${'x'.repeat(90_000)}`,
  `${'x: y\r\n'.repeat(2500)}x: y`,
  'nonsense',
  ': ',
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const queries = [
  '?',
  '&&&===&?&',
  'page=%ZZ&pageSize=%00',
  'page=2147483648&observerId=2147483648&pollingStationId=0&formId=99999999999',
  'page[a]=1&page[]=2&observerId[$gt]=1&page=1&page=2',
  'name=%ED%A0%80&county=%00&from=%00&observerPhoneNumber=%25%5C_',
  '__proto__=1&constructor=1&toString=1&hasOwnProperty=1',
  `name=${'x'.repeat(10_000)}&county=${'x'.repeat(10_000)}`,
]

const paths: readonly ((path: string) => string)[] = [
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `${path}/../..`,
  (path) => path.replace(/[^/]+$/, '%ZZ'),
  (path) => path.replace(/[^/]+$/, '%00'),
  (path) => path.replace(/[^/]+$/, '%ED%A0%80'),
  (path) => path.replace(/[^/]+$/, '..%2F..%2Fetc%2Fpasswd'),
  (path) => path.replace(/[^/]+$/, 'x'.repeat(5000)),
]

type RequestMutation = (request: InjectOptions) => InjectOptions

const anyOf = <Item>(items: readonly Item[], dress: (item: Item) => RequestMutation) =>
  fc.constantFrom(...items).map(dress)

const urlOf = ({ url }: InjectOptions) => String(url).split('?') as [string, string?]

/** Unusual encodings of an otherwise correct request. */
export const anyRequestMutation: fc.Arbitrary<RequestMutation> = fc.oneof(
  { weight: 3, arbitrary: anyOf(headers, (some) => withHeaders(some)) },
  { weight: 3, arbitrary: anyOf(Object.values(encodings), (encode) => withBytes(encode)) },
  { weight: 3, arbitrary: anyOf(partHeads, (head) => withPartHead(head)) },
  anyOf(methods, (method) => (request) => ({ ...request, method })),
  anyOf(queries, (query) => (request) => ({
    ...request,
    url: `${urlOf(request)[0]}?${urlOf(request)[1] ?? ''}&${query}`,
  })),
  anyOf(paths, (path) => (request) => ({
    ...request,
    url: [path(urlOf(request)[0]), urlOf(request)[1] ?? ''].join('?'),
  })),
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }).map((value) => withPayload(value)),
)

const withHeaders =
  (some: Record<string, string>): RequestMutation =>
  (request) => ({ ...request, headers: { ...request.headers, ...some } })

const withBytes =
  (encode: (text: string) => Buffer): RequestMutation =>
  (request) => ({ ...request, payload: encode(String(request.payload ?? '{}')) })

/** The last part of form data, which is a file where there are any; other bodies are unchanged. */
const withPartHead =
  (head: string): RequestMutation =>
  (request) => {
    const [rest, last] = splitAt(String(request.payload ?? '{}'), /content-disposition: /gi)
    return { ...request, payload: Buffer.from(rest + last.replace(/^[^\r\n]+/, () => head)) }
  }

function splitAt(text: string, mark: RegExp): readonly [string, string] {
  const at = [...text.matchAll(mark)].at(-1)?.index
  return at === undefined ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

const withPayload =
  (value: unknown): RequestMutation =>
  (request) => ({
    ...request,
    payload: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  })
