import { parseArgs } from 'node:util'
import { benchFolder, kinds, openBenchCluster } from '../cluster.ts'
import { fill } from './data.ts'
import { shapeOf } from './shape.ts'

/**
 * `npm run bench:data -- [--share 0.01] [--on own,embedded] [--url postgres://…]`: fills an empty database with an
 * evening; without an address, makes it where `npm run bench` looks for it, also with a plan.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      share: { type: 'string', default: '1' },
      on: { type: 'string', default: kinds.join(',') },
      url: { type: 'string' },
    },
  })
  const share = Number(values.share)
  if (!(share > 0 && share <= 1)) throw new Error('Usage: --share with a number up to 1')
  if (values.url) return fill(values.url, shapeOf(share), new Date())
  for (const kind of kinds.filter((one) => values.on.includes(one))) {
    const ground = await openBenchCluster(kind, await benchFolder())
    try {
      console.log(await ground.copyPlanned(share))
    } finally {
      await ground.stop()
    }
  }
}

await main()
