import { parseArgs } from 'node:util'
import { findEmbedded, startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { parse } from '#kit/contract/parse.ts'
import { openSecrets } from '#kit/server/secrets.ts'
import { readConfig } from './config.ts'
import { ElectionFacts, readElectionFiles } from './election-files.ts'
import { loadElection, settleElection } from './load-election.ts'
import { readSecret } from './secret.ts'
import { claim } from './setup.ts'

/**
 * `npm run load -- FOLDER [--name …] [--day 2023-10-15] [--timezone Europe/Warsaw]`: loads an
 * election from files into the database the server uses, running or not.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, day: { type: 'string' }, timezone: { type: 'string' } },
  })
  const [folder] = positionals
  if (!folder)
    throw new Error('Usage: npm run load -- FOLDER [--name NAME] [--day DAY] [--timezone ZONE]')
  const config = readConfig(process.env)
  const started = performance.now()
  const files = await readElectionFiles(folder)
  const facts = { ...files.facts, ...parse(ElectionFacts, values) }
  const secrets = openSecrets(config.SECRET ?? (await readSecret(config.DATA_DIR)))

  const running = config.DATABASE_URL ?? (await findEmbedded(config.DATA_DIR))
  const own = running ? undefined : await startEmbedded({ dataDir: config.DATA_DIR })
  const url = running ?? own?.url ?? ''
  const database = openDatabase({ url, connections: 2 })
  try {
    await migrate(url)
    const report = await database.write(async (tx) => {
      await claim(tx, secrets)
      return loadElection(tx, secrets, { ...files, facts }, { state: 'live', now: new Date() })
    })
    await settleElection(database, report.election)
    const { election, areas, stations, observers, forms } = report
    const count = (what: string, { added, changed }: { added: number; changed: number }) =>
      `  ${what}: ${added} new, ${changed} changed`
    console.log(
      [
        `Loaded ${election.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
        count('areas', areas),
        count('stations', stations),
        count('observers', observers),
        `  forms: ${forms}`,
      ].join('\n'),
    )
  } finally {
    await database.close()
    await own?.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
