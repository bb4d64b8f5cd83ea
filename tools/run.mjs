// `npm run load -- FOLDER`, `npm run bench`: one of our programs, ready to run.
import { spawn } from 'node:child_process'
import { helpIfAsked } from './help.mjs'
import { ensureBuilt, ensureInstalled, root, runBuilt } from './prepare.mjs'

/** Parts of the built server, run in this process. */
const built = ['load', 'rehearse', 'verify', 'recount', 'backup', 'restore', 'doctor']

const tsx = (file) => ['--import', 'tsx', file]

/** Run from source in order; the last gets the rest of the command line. */
const fromSources = {
  bench: [tsx('bench/run.ts')],
  'bench:data': [tsx('bench/data/fill.ts')],
  'test:faults': [tsx('faults/run.ts')],
  'test:failover': [tsx('faults/failover.ts')],
  'test:wall': [['tools/build.mjs'], tsx('e2e/wall.ts')],
  grammar: [tsx('tools/generate/grammar.ts')],
  openapi: [tsx('tools/openapi.ts')],
  advisories: [tsx('tools/advisories.ts')],
  screens: [['tools/build.mjs'], tsx('e2e/screens.ts')],
  'db:types': [
    tsx('database/generate-schema.ts'),
    [
      'node_modules/@biomejs/biome/bin/biome',
      ...['format', '--no-errors-on-unmatched', '--write', 'database/schema.gen.ts'],
    ],
  ],
}

const [name = '', ...args] = process.argv.slice(2)
const steps = fromSources[name]
if (!steps && !built.includes(name)) {
  console.error(`Usage: node tools/run.mjs ${[...built, ...Object.keys(fromSources)].join('|')} …`)
  process.exit(2)
}
helpIfAsked(name, args)
if (steps) await runSteps(steps)
else {
  ensureInstalled()
  ensureBuilt()
  await runBuilt(name, args)
}

async function runSteps(steps) {
  for (const [index, step] of steps.entries()) {
    const code = await run(index === steps.length - 1 ? [...step, ...args] : step)
    process.exitCode = code
    if (code > 0) return
  }
}

/** The terminal's own signals reach the program by themselves; others are forwarded. */
function run(step) {
  const child = spawn(process.execPath, step, { cwd: root, stdio: 'inherit' })
  const pass = (signal) => child.kill(signal)
  process.on('SIGTERM', pass)
  process.on('SIGINT', () => undefined)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.off('SIGTERM', pass)
      resolve(code ?? 1)
    })
  })
}
