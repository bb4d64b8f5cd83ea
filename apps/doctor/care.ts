import type { Check } from '#features/installation/check-contract.ts'
import { backupState } from '../backup/state.ts'
import type { Config } from '../server/config.ts'
import { checkUp } from './check-up.ts'

/** What a server knows of the installation that it belongs to. */
export function careOf(config: Config, url: string) {
  let running: Promise<readonly Check[]> | undefined
  return {
    /** One check-up serves all who ask meanwhile. */
    checkUp: () => {
      running ??= checkUp({ config, database: { url } }).finally(() => {
        running = undefined
      })
      return running
    },
    backups: () => backupState(config, new Date()),
  }
}
