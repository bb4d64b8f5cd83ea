// @module-tag slow
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copied = [
  // What the compiler knows already, where it has run: it then reads only the probes.
  '.cache/types',
  'kit',
  'database',
  'features',
  'apps/web',
  'package.json',
  'biome.json',
  '.gitignore',
]
const programs = ['base', 'contract', 'server', 'web']

/** Each breaks one wall. */
const probes = {
  'features/answers/contract-browser-probe.ts': 'export const title = document.title\n',
  'features/answers/contract-node-probe.ts': "export { readFile } from 'node:fs'\n",
  'kit/server/browser-probe.ts': 'export const width = window.innerWidth\n',
  'kit/web/server-probe.ts': "export { serve } from '#kit/server/http/serve.ts'\n",
  'kit/web/node-probe.ts': 'export const home = process.env\n',
  'features/answers/web/nowhere-probe.tsx':
    'import { Link } from \'@tanstack/react-router\'\nexport const lost = <Link to="/nowhere" />\n',
  'features/answers/web/nameless-probe.tsx':
    'import { Link } from \'@tanstack/react-router\'\nexport const half = <Link to="/formulare/$formId" />\n',
  'kit/server/first-probe.ts':
    "export type { Two } from './second-probe.ts'\nexport type One = 1\n",
  'kit/server/second-probe.ts':
    "export type { One } from '#kit/server/first-probe.ts'\nexport type Two = 2\n",
  'kit/server/environment-probe.ts': 'export const port = process.env\n',
  'kit/server/any-probe.ts': 'export const open = (given: any) => given\n',
  'kit/server/default-probe.ts': 'const port = 1\nexport default port\n',
}

let copy = ''
/** What the compiler says of all probes together: to read the source takes it longest. */
let compiled = ''

/** The source is copied, so that no probe is ever in it. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'veghe-walls-'))
  const settings = programs.map((name) => `tsconfig.${name}.json`)
  for (const path of [...copied, ...settings].filter((one) => existsSync(join(root, one))))
    await cp(join(root, path), join(copy, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [path, source] of Object.entries(probes)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), source)
  }
  compiled = run('tsc', '-b', 'tsconfig.server.json', 'tsconfig.web.json')
}, 240_000)
afterAll(() => rm(copy, { recursive: true, force: true }))

const run = (command: string, ...args: readonly string[]) => {
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: copy,
    encoding: 'utf8',
  })
  return stdout + stderr
}

test('contracts know neither a browser nor Node', () => {
  expect(compiled).toMatch(/contract-browser-probe\.ts.*TS2584/)
  expect(compiled).toMatch(/contract-node-probe\.ts.*(TS2307|TS2591|TS2580)/)
})

test('server files know no browser', () => {
  expect(compiled).toMatch(/browser-probe\.ts.*TS2304/)
})

test('web files reach no server file and no Node', () => {
  expect(compiled).toMatch(/server-probe\.ts.*TS6307/)
  expect(compiled).toMatch(/node-probe\.ts.*(TS2591|TS2580|TS2304)/)
})

test('refuses to compile a link to a missing page or without its parameters', () => {
  expect(compiled).toMatch(/nowhere-probe\.tsx.*TS2322/)
  expect(compiled).toMatch(/nameless-probe\.tsx.*TS2741/)
})

test('lints environment access outside its home, and import cycles', () => {
  const output = run('biome', 'lint', '--vcs-enabled=false', '--max-diagnostics=100', 'kit')

  expect(output).toMatch(/first-probe\.ts.*noImportCycles/)
  expect(output).toMatch(/environment-probe\.ts.*noProcessEnv/)
  expect(output).toMatch(/any-probe\.ts.*noExplicitAny/)
  expect(output).toMatch(/default-probe\.ts.*noDefaultExport/)
})
