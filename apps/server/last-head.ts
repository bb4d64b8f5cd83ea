import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { codeOf } from '#database/failure.ts'
import type { LastHead } from '#features/history/server/jobs.ts'

const Kept = z.object({ position: z.int(), historyId: z.int(), hash: z.string() })

/**
 * The end of the chain as it was made here last, in a small file that is written anew each time. It is not
 * forced to the disk: after a crash of the machine it may be some seconds old, and then binds as much less.
 */
export function openLastHead(dataDir: string): LastHead & { forget(): Promise<void> } {
  const path = pathIn(dataDir)
  const draft = `${path}.${process.pid}`
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
        return undefined
      })
      return text === undefined ? undefined : Kept.parse(JSON.parse(text))
    },
    write: async (head) => {
      await mkdir(dataDir, { recursive: true })
      await writeFile(draft, `${JSON.stringify(head)}\n`)
      await rename(draft, path)
    },
    forget: () => rm(path, { force: true }),
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'history-head.json')
