import type { Check } from '#features/installation/check-contract.ts'
import { checkWords, findingWords, stateWords } from '#features/installation/copy.ts'
import { found, worstOf } from '#features/installation/domain.ts'
import { speak } from '#kit/contract/copy.ts'
import { checkUp } from '../doctor/check-up.ts'
import { type Config, readConfig } from '../server/config.ts'
import { reasonOf } from '../server/refusal.ts'
import { readArguments } from './arguments.ts'
import { findExisting } from './existing-database.ts'

/** `npm run doctor`: checks the installation; exit code 1 when anything is wrong. */
async function main(): Promise<void> {
  const { values } = readArguments('doctor', { options: { json: { type: 'boolean' } } })
  const checks = await checkAll()
  const state = worstOf(checks.map((check) => check.state))
  if (values.json) console.log(JSON.stringify({ state, checks: checks.map(inWords) }, undefined, 2))
  else for (const check of checks) console.log(lineOf(check))
  process.exitCode = state === 'wrong' ? 1 : 0
}

async function checkAll(): Promise<readonly Check[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    const reason = reasonOf(error).replaceAll('\n', '; ')
    return [found('settingsMalformed', { reason })]
  }
  try {
    const existing = await findExisting(config)
    if (existing) return await checkUp({ config, database: existing }).finally(existing.leave)
    const refusal = found('databaseMissing', { folder: config.DATA_DIR })
    return await checkUp({ config, database: { refusal } })
  } catch (error) {
    const refusal = found('databaseAway', { reason: reasonOf(error) })
    return checkUp({ config, database: { refusal } })
  }
}

/** The terminal speaks English. */
const wordsOf = ({ finding, values }: Check) => speak(findingWords[finding], 'en', values)

const inWords = (check: Check) => ({ ...check, words: wordsOf(check) })

const lineOf = (check: Check): string =>
  [
    speak(stateWords[check.state], 'en').padEnd(8),
    speak(checkWords[check.check], 'en').padEnd(15),
    wordsOf(check),
  ].join(' ')

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
