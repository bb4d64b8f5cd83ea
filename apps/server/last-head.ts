import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { codeOf } from '#database/failure.ts'
import type { LastHead } from '#kit/server/history/history.ts'

const Kept = z.object({
  position: z.int().min(1),
  historyId: z.int(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})

/**
 * The last head of the chain made here, in a small file that is rewritten each time. It is not synced to
 * disk: after a machine crash it may be some seconds old and prove less. An unreadable file counts as absent,
 * because an attacker who can corrupt it can also remove it.
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
      return text === undefined ? undefined : understood(text)
    },
    write: async (head) => {
      await mkdir(dataDir, { recursive: true })
      await writeFile(draft, `${JSON.stringify(head)}\n`)
      await rename(draft, path)
    },
    forget: () => rm(path, { force: true }),
  }
}

function understood(text: string): z.output<typeof Kept> | undefined {
  try {
    return Kept.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'history-head.json')
