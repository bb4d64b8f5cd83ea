import { expect, test } from 'vitest'
import { crowdedFolders, faultsOf } from './structure.ts'

const house = (...files: readonly (readonly [path: string, source: string])[]) =>
  faultsOf(new Map(files))

test('accepts a file in its place that uses lower layers', () => {
  const contract = [
    'features/answers/contract.ts',
    "import { id } from '#kit/contract/value/id.ts'",
  ] as const
  const earlier = [
    'features/answers/server/queries.ts',
    "import { x } from '#features/places/server/queries.ts'",
  ] as const

  expect(house(contract, earlier)).toEqual([])
})

test('refuses imports from higher layers', () => {
  const probes = [
    ['kit/contract/value/id.ts', "import { open } from '#database/open.ts'"],
    ['kit/server/http/serve.ts', "import { answers } from '#features/answers/contract.ts'"],
    ['database/open.ts', "import { createApp } from '#apps/server/app.ts'"],
  ] as const

  expect(house(...probes)).toEqual([
    'kit/contract/value/id.ts: kit/contract may not use database',
    'kit/server/http/serve.ts: kit/server may not use features',
    'database/open.ts: database may not use apps',
  ])
})

test('allows restricted libraries only in their own folders', () => {
  const probes = [
    ['database/open.ts', "import pg from 'pg'"],
    ['features/places/server/queries.ts', "import pg from 'pg'"],
    ['kit/server/sheets/csv.ts', "import { S3Client } from '@aws-sdk/client-s3'"],
    ['kit/server/files/picture.ts', "const { default: sharp } = await import('sharp')"],
    ['kit/server/files/film.ts', "const { default: sharp } = await import('sharp')"],
  ] as const

  expect(house(...probes)).toEqual([
    'features/places/server/queries.ts: only database/, bench/, faults/ may use pg',
    'kit/server/sheets/csv.ts: only kit/server/files/bucket.ts may use @aws-sdk/client-s3',
    'kit/server/files/film.ts: only kit/server/files/picture.ts may use sharp',
  ])
})

test('lets a feature use only earlier features', () => {
  const probe = [
    'features/places/domain.ts',
    "import { a } from '#features/answers/domain.ts'",
  ] as const

  expect(house(probe)).toEqual(['features/places/domain.ts: places comes before answers'])
})

test('keeps the routes of a feature private', () => {
  const probe = [
    'features/answers/server/routes.ts',
    "import { a } from '#features/places/server/routes.ts'",
  ] as const

  expect(house(probe)).toEqual([
    'features/answers/server/routes.ts: server/routes.ts is private to places',
  ])
})

test('allows only apps to import what a feature registers', () => {
  const probes = [
    ['features/answers/domain.ts', "import { feature } from '#features/places/feature.ts'"],
    [
      'features/answers/server/queries.ts',
      "import { feature } from '#features/places/server/feature.ts'",
    ],
    [
      'features/answers/web/thread-page.tsx',
      "import { pages } from '#features/places/web/pages.tsx'",
    ],
    ['apps/server/features.ts', "import { feature } from '#features/places/server/feature.ts'"],
  ] as const

  expect(house(...probes)).toEqual([
    'features/answers/domain.ts: feature.ts is private to places',
    'features/answers/server/queries.ts: server/feature.ts is private to places',
    'features/answers/web/thread-page.tsx: web/pages.tsx is private to places',
  ])
})

test('refuses an unknown feature, an unknown kind of file and a utility file', () => {
  const probes = [
    ['features/weather/contract.ts', ''],
    ['features/answers/service.ts', ''],
    ['kit/server/utils.ts', ''],
    ['kit/other/thing.ts', ''],
  ] as const

  expect(house(...probes)).toEqual([
    'features/weather/contract.ts: no such feature',
    'features/answers/service.ts: not a file a feature may hold',
    'kit/server/utils.ts: a file is named after what it holds',
    'kit/other/thing.ts: belongs to no layer',
  ])
})

test('lets tests use everything', () => {
  const probe = [
    'features/places/server/routes.test.ts',
    "import { stage } from '#testing/stage.ts'",
  ] as const

  expect(house(probe)).toEqual([])
})

test('refuses a folder of more than 25 files, except a sequence of numbers', () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, nth) => `${folder}/${nth}.ts`)

  const paths = [
    ...files('kit/web', 26),
    ...files('kit/server', 25),
    ...files('docs/decisions', 70),
  ]

  expect(crowdedFolders(paths)).toEqual(['kit/web: 26 files, more than 25'])
})
