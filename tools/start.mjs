// `npm start`: a fresh checkout with nothing but Node and npm becomes a running Veghe.
import { join } from 'node:path'
import { helpIfAsked } from './help.mjs'
import { mind } from './minding.mjs'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

const args = process.argv.slice(2)
helpIfAsked('start', args)
ensureInstalled()
ensureBuilt()
mind(join(root, 'dist/server/main.js'), args)
