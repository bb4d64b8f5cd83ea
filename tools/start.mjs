// `npm start`: a fresh checkout with nothing but Node and npm becomes a running Veghe.
import { ensureBuilt, ensureInstalled, runBuilt } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await runBuilt('main', process.argv.slice(2))
