import { setFlagsFromString } from 'node:v8'

// Loading our modules would grow V8's young generation to its limit, and an idle server would keep it: 13 MB.
// Afterwards it grows with the load again. V8 refuses this value on the command line.
setFlagsFromString('--semi-space-growth-factor=1')
const { run } = await import('./run.ts')
setFlagsFromString('--semi-space-growth-factor=2')
await run()
