// `npm run dev`: the server from its sources, and the web app rebuilt as you type.
import { spawn } from 'node:child_process'
import { helpIfAsked } from './help.mjs'
import { ensureInstalled, root } from './prepare.mjs'

helpIfAsked('dev', process.argv.slice(2))
ensureInstalled()
const bin = (name) => `node_modules/.bin/${name}`
const children = [
  spawn(bin('tsx'), ['watch', 'apps/server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { WORKERS: '1', ...process.env },
  }),
  spawn(bin('vite'), [], { cwd: root, stdio: 'inherit' }),
]
// Each gets the terminal's signals itself; when one ends, the other does too.
for (const child of children)
  child.once('exit', () => {
    for (const other of children) other.kill('SIGTERM')
  })
