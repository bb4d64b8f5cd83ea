import { startEmbedded } from '#database/embedded/embedded.ts'
import { expectMigrated, migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { listElections } from '#features/elections/server/queries.ts'
import { retryWhileBusy } from '#kit/server/election-lock.ts'
import { openSecrets, type Secrets } from '#kit/server/security/secrets.ts'
import { type Config, readConfig } from '../server/config.ts'
import { countAgain } from '../server/projections.ts'
import { named, reasonOf } from '../server/refusal.ts'
import { findSecret, readSecret } from '../server/secret.ts'
import { claim } from '../server/setup.ts'
import { fitting, misused, readArguments } from './arguments.ts'
import { confirmOnTerminal, isInteractive } from './confirm.ts'
import { ElectionFacts, type ElectionFiles, readElectionFiles } from './election-files.ts'
import { type Existing, findExisting } from './existing-database.ts'
import {
  holdsAnything,
  type LoadReport,
  loadElection,
  settleElection,
  tryElection,
} from './load-election.ts'
import { countsOf, hasEffect, listOf, remarksOf } from './load-list.ts'

/** The files to load, and the secret. */
type Job = { readonly files: ElectionFiles; readonly secrets: Secrets }

/**
 * `npm run load -- FOLDER`: loads an election from files into the database the server uses, running or not.
 * Lists replacements and changes first and asks for confirmation; without it, exits with 1.
 */
async function main(): Promise<void> {
  const { values, positionals } = readArguments('load', {
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      day: { type: 'string' },
      timezone: { type: 'string' },
      country: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const [folder, ...others] = positionals
  if (!folder || others.length > 0) throw misused('load', 'One folder must be given')
  const { 'dry-run': isDry, yes, ...options } = values
  const config = readConfig(process.env)
  const read = await readElectionFiles(folder)
  const files = { ...read, facts: { ...read.facts, ...fitting('load', ElectionFacts, options) } }
  if (isDry) return tryOnly(config, files)
  const existing = (await findExisting(config)) ?? (await makeEmbedded(config))
  const database = openDatabase({ url: existing.url, connections: 2 })
  try {
    const { isUpgrade } = await migrate(existing.url).catch(named(existing.setting))
    if (isUpgrade) await countAgain(database)
    const secrets = openSecrets(config.SECRET ?? (await readSecret(config.DATA_DIR)))
    await load(database, { files, secrets }, yes)
  } finally {
    await database.close()
    await existing.leave()
  }
}

async function makeEmbedded({ DATA_DIR: dataDir }: Config): Promise<Existing> {
  const { url, stop } = await startEmbedded({ dataDir }).catch(named('DATA_DIR'))
  return { url, setting: 'DATA_DIR', leave: stop }
}

/** Lists what loading would do, and creates nothing, not even a database. */
async function tryOnly(config: Config, files: ElectionFiles): Promise<void> {
  const existing = await findExisting(config)
  const secret = config.SECRET ?? (await findSecret(config.DATA_DIR))
  if (!existing || !secret) {
    const { areas, stations } = files.places
    const lines = [
      `Every line fits: ${areas.length} areas, ${stations.length} stations, ${files.observers.length} observers, ${files.forms.length} forms. There is no data yet that they could change.`,
      ...remarksOf({ completed: [], left: [], unread: files.unread ?? [] }),
    ]
    console.log(lines.join('\n'))
    return
  }
  const database = openDatabase({ url: existing.url, connections: 2 })
  try {
    await expectMigrated(database.primary).catch(named(existing.setting))
    const { list } = await tryOut(database, { files, secrets: openSecrets(secret) }, true)
    console.log(`${list}\nThis was tried: nothing was changed.`)
  } finally {
    await database.close()
    await existing.leave()
  }
}

/** Does a dry run, asks, then loads what was confirmed. Holds no lock while the operator decides. */
async function load(database: Database, job: Job, isAgreedBefore: boolean): Promise<void> {
  const wanted =
    !isAgreedBefore && (await holdsAnything(database)) ? await agreeOn(database, job) : undefined
  if (wanted === 'nothing') return
  const started = performance.now()
  const report = await retryWhileBusy(
    database,
    async (tx) => {
      await claim(tx, job.secrets)
      return loadElection(tx, job.secrets, job.files, { state: 'live', now: new Date() }, wanted)
    },
    'change',
  )
  await settleElection(database, report.election)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const { replaced } = report
  const lines = [
    `Loaded ${report.election.name} in ${seconds} s`,
    ...(replaced ? [`  the rehearsal "${replaced.name}" was emptied and archived`] : []),
    ...countsOf(report),
    ...remarksOf(report),
  ]
  console.log(lines.join('\n'))
}

/**
 * Lists what would be replaced and changed, and asks.
 * @returns what was confirmed, or that there is nothing to do.
 * @throws Error where the operator declines, or there is no terminal to ask in.
 */
async function agreeOn(database: Database, job: Job): Promise<LoadReport | 'nothing'> {
  const { report, list } = await tryOut(database, job, false)
  if (!hasEffect(report)) {
    console.log(`${list}\nAll of it is there already: nothing is to be done.`)
    return 'nothing'
  }
  console.log(list)
  if (!isInteractive())
    throw new Error('Nothing was changed: there is no terminal to ask on, and --yes is missing')
  if (!(await confirmOnTerminal('Load it?'))) throw new Error('Nothing was changed')
  return report
}

async function tryOut(database: Database, { files, secrets }: Job, isWhole: boolean) {
  const report = await tryElection(database, secrets, files, { state: 'live', now: new Date() })
  const { replaced } = report
  const held = replaced
    ? (await listElections(database.db, { deleted: false }, new Date())).find(
        ({ id }) => id === replaced.id,
      )
    : undefined
  return { report, list: listOf(report, held, isWhole) }
}

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
