import { open, stat } from 'node:fs/promises'
import { Problem } from '#kit/contract/problem.ts'
import { serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type MapBackground, map } from '../contract.ts'

/** The map background that the operator of the server has provided. */
export type Background = { readonly mapTilesFile: string; readonly mapStyleUrl: string }

export function backgroundRoutes(server: Server, { mapTilesFile, mapStyleUrl }: Background): void {
  serve(server, map.background, async (): Promise<MapBackground> => {
    // Looked for each time: it can be put there while the server runs.
    if (mapTilesFile !== '' && (await isFile(mapTilesFile))) return { kind: 'tiles', styleUrl: '' }
    return { kind: mapStyleUrl === '' ? 'none' : 'style', styleUrl: mapStyleUrl }
  })

  serveStream(server, map.tiles, async ({ query, response }) => {
    const bytes = await readRange(mapTilesFile, query)
    if (!bytes) throw new Problem('thing.not-found')
    return response
      .type(map.tiles.reply.mediaType)
      .header('cache-control', 'private, max-age=3600')
      .send(bytes)
  })
}

const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** As many of the bytes as there are; undefined without the file. */
async function readRange(
  path: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<Buffer | undefined> {
  if (path === '' || !(await isFile(path))) return undefined
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
