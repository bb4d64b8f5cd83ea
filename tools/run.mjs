// `npm run load -- FOLDER`, `npm run rehearse`: one of our programs, ready to run.
import { ensureBuilt, ensureInstalled, runBuilt } from './prepare.mjs'

const programs = ['load', 'rehearse', 'verify', 'recount', 'backup', 'restore']
const [name, ...args] = process.argv.slice(2)

if (!programs.includes(name)) {
  console.error(`Usage: node tools/run.mjs ${programs.join('|')} …`)
  process.exit(2)
}
ensureInstalled()
ensureBuilt()
await runBuilt(name, args)
