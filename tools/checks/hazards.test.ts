import { readFile } from 'node:fs/promises'
import { glob } from 'tinyglobby'
import { expect, test } from 'vitest'

/** All that we ship, without tests. */
const paths = await glob(['{kit,features,apps,database}/**/*.{ts,tsx,js}'], {
  ignore: ['**/*.test.*', '**/testing*', 'apps/web/gallery/**'],
})
const sources = await Promise.all(
  paths.map(async (path) => [path, await readFile(path, 'utf8')] as const),
)

/** The matches of a pattern, as `path: text`. */
const found = (pattern: RegExp) =>
  sources.flatMap(([path, text]) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(([match]) => `${path}: ${match.trim()}`),
  )

test('runs no code built at runtime, and puts only text into pages', () => {
  expect(found(/\beval\(|new Function\(|setTimeout\(['"`]|\bimport\('data:/)).toEqual([])
  expect(
    found(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/),
  ).toEqual([])
  expect(found(/\bpostMessage\(|\bWebSocket\b|<iframe|\.srcdoc\b/)).toEqual([])
})

test('passes values of a caller to statements as parameters only', () => {
  expect(found(/sql\.raw\([^)]*\)/)).toEqual([
    // One from the same feature, word for word.
    'features/history/server/proof/structure-queries.ts: sql.raw(partsQuery)',
  ])
})

test('starts no program through a shell', () => {
  expect(
    found(/\bexec(?:Sync)?\(\s*[`'"]|shell: ?true|\bimport \{[^}]*\bexec(?:Sync)?\b[^}]*\} from/),
  ).toEqual([])
})

test('parses no foreign XML or HTML, and deserialises only JSON', () => {
  expect(
    found(
      /DOMParser|XMLHttpRequest|xml2js|fast-xml-parser|libxml|['"](?:js-yaml|yaml)['"]|v8\.deserialize/,
    ),
  ).toEqual([])
})

test('uses only approved ciphers and digests, and the system’s randomness for secrets', () => {
  const names = (pattern: RegExp) => [
    ...new Set(found(pattern).map((one) => one.replace(/.*\('([^']+)'.*/s, '$1'))),
  ]
  expect(names(/create(?:C|Dec)ipheriv\(\s*'[^']+'/)).toEqual(['aes-256-gcm'])
  expect(names(/createH(?:ash|mac)\(\s*'[^']+'/)).toEqual(['sha256'])
  // Unpredictability does not matter for a random wait.
  expect(
    found(/Math\.random\(\)/).filter((one) => !one.startsWith('kit/server/security/password.ts')),
  ).toEqual([])
})

test('compares guessable secrets only where failures are counted', () => {
  const compared = found(
    /(?<!function )\b(?:comparing|stepOf)\(|\bisCode\(secrets|(?<!function )\bspendRecoveryCode\(|\.isPin\(/,
  )

  // All of these go through the lock, as `features/session/server/sign-in/known.test.ts` tests, except two.
  expect([...new Set(compared)].sort()).toEqual([
    // For a secret that was just shown to the person who types its code.
    'features/factors/server/routes.ts: stepOf(',
    // Within `isCode`.
    'features/factors/server/verify.ts: spendRecoveryCode(',
    'features/factors/server/verify.ts: stepOf(',
    // The importer chooses the PINs, and may choose others.
    'features/observers/server/import/judge-queries.ts: .isPin(',
    'features/session/server/own-routes.ts: isCode(secrets',
    'features/session/server/sign-in/sign-in-routes.ts: .isPin(',
    'features/session/server/sign-in/sign-in-routes.ts: comparing(',
    'features/session/server/sign-in/sign-in-routes.ts: isCode(secrets',
    'features/session/server/sign-in/verify.ts: comparing(',
  ])
})

test('never disables certificate checks of servers that we call', () => {
  expect(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|ignoreTLS: ?true/)).toEqual([])
})
