import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { Check } from '#features/installation/check-contract.ts'
import { diskFinding, found, memoryFinding } from '#features/installation/domain.ts'
import type { Config } from '../server/config.ts'
import { rounded } from './rounded.ts'

/** The fullest of the disks that the settings name. */
export async function checkDisk({ DATA_DIR, BACKUP_DIR }: Config): Promise<Check> {
  const folders = BACKUP_DIR === undefined ? [DATA_DIR] : [DATA_DIR, BACKUP_DIR]
  const disks = await Promise.all(
    folders.map(async (given) => {
      const folder = existing(resolve(given))
      const { bavail, bsize } = await statfs(folder)
      return { folder, free: bavail * bsize }
    }),
  )
  const [fullest] = disks.sort((one, other) => one.free - other.free)
  const { folder = '', free = 0 } = fullest ?? {}
  return found(diskFinding(free), { folder, gigabytes: rounded(free / 1e9, 1) })
}

/** A folder that is made later will be on the disk of the one above. */
function existing(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : existing(dirname(folder))
}

/** A container may have less than its machine. */
export function checkMemory(): Check {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  const free = process.availableMemory()
  return found(memoryFinding(free), { free: rounded(free / 1e6), total: rounded(total / 1e6) })
}
