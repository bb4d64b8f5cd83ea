// @module-tag slow
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copied = [
  'kit',
  'database',
  'features',
  'apps/web',
  'package.json',
  'biome.json',
  '.gitignore',
]
const programs = ['base', 'contract', 'server', 'web']
let copy = ''

/** Each probe breaks one wall; the source is copied, so that no probe is ever in it. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'veghe-walls-'))
  for (const path of [...copied, ...programs.map((name) => `tsconfig.${name}.json`)])
    await cp(join(root, path), join(copy, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

async function probe(path: string, source: string) {
  await mkdir(dirname(join(copy, path)), { recursive: true })
  await writeFile(join(copy, path), source)
}

const run = (command: string, ...args: readonly string[]) => {
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: copy,
    encoding: 'utf8',
  })
  return stdout + stderr
}

test('contracts know neither a browser nor Node', async () => {
  await probe('features/answers/contract-browser-probe.ts', 'export const title = document.title\n')
  await probe('features/answers/contract-node-probe.ts', "export { readFile } from 'node:fs'\n")

  const output = run('tsc', '-p', 'tsconfig.contract.json', '--noEmit')

  expect(output).toMatch(/contract-browser-probe\.ts.*TS2584/)
  expect(output).toMatch(/contract-node-probe\.ts.*(TS2307|TS2591|TS2580)/)
})

test('server files know no browser', async () => {
  await probe('kit/server/browser-probe.ts', 'export const width = window.innerWidth\n')

  const output = run('tsc', '-b', 'tsconfig.server.json')

  expect(output).toMatch(/browser-probe\.ts.*TS2304/)
})

test('web files reach no server file and no Node', async () => {
  await probe('kit/web/server-probe.ts', "export { serve } from '#kit/server/http/serve.ts'\n")
  await probe('kit/web/node-probe.ts', 'export const home = process.env\n')

  const output = run('tsc', '-b', 'tsconfig.web.json')

  expect(output).toMatch(/server-probe\.ts.*TS6307/)
  expect(output).toMatch(/node-probe\.ts.*(TS2591|TS2580|TS2304)/)
})

test('refuses to compile a link to a missing page or without its parameters', async () => {
  await probe(
    'features/answers/web/nowhere-probe.tsx',
    'import { Link } from \'@tanstack/react-router\'\nexport const lost = <Link to="/nowhere" />\n',
  )
  await probe(
    'features/answers/web/nameless-probe.tsx',
    'import { Link } from \'@tanstack/react-router\'\nexport const half = <Link to="/formulare/$formId" />\n',
  )

  const output = run('tsc', '-b', 'tsconfig.web.json')

  expect(output).toMatch(/nowhere-probe\.tsx.*TS2322/)
  expect(output).toMatch(/nameless-probe\.tsx.*TS2741/)
})

test('lints environment access outside its home, and import cycles', async () => {
  await probe(
    'kit/server/first-probe.ts',
    "export type { Two } from './second-probe.ts'\nexport type One = 1\n",
  )
  await probe(
    'kit/server/second-probe.ts',
    "export type { One } from '#kit/server/first-probe.ts'\nexport type Two = 2\n",
  )
  await probe('kit/server/environment-probe.ts', 'export const port = process.env\n')
  await probe('kit/server/any-probe.ts', 'export const open = (given: any) => given\n')
  await probe('kit/server/default-probe.ts', 'const port = 1\nexport default port\n')

  const output = run(
    'biome',
    'lint',
    '--vcs-enabled=false',
    '--max-diagnostics=100',
    'kit',
    'features',
  )

  expect(output).toMatch(/first-probe\.ts.*noImportCycles/)
  expect(output).toMatch(/environment-probe\.ts.*noProcessEnv/)
  expect(output).toMatch(/any-probe\.ts.*noExplicitAny/)
  expect(output).toMatch(/default-probe\.ts.*noDefaultExport/)
})
