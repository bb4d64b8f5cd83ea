// `npm start`: a fresh checkout with nothing but Node and npm becomes a running Veghe.
import { helpIfAsked } from './help.mjs'
import { ensureBuilt, ensureInstalled, runBuilt } from './prepare.mjs'

helpIfAsked('start', process.argv.slice(2))
ensureInstalled()
ensureBuilt()
await runBuilt('main', process.argv.slice(2))
