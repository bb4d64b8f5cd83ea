import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#kit/contract/problem.ts'
import { sendProblem } from './reply.ts'

/** A year; the built files carry a digest of their content in their names. */
const forEver = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app. A path that is neither a file nor a call is one of its screens, and gets its
 * page.
 */
export async function serveWeb(http: FastifyInstance, folder: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: folder,
    // Off: it would register a route for each file, and hold 12 MB for them.
    serve: false,
    // The build puts each file's compressed versions beside it.
    preCompressed: true,
    setHeaders: (response, path) => {
      const isNamedByContent = path.includes('/assets/') && !path.includes('/i18n/')
      response.header('cache-control', isNamedByContent ? forEver : 'no-cache')
    },
  })
  const files = await filesIn(folder)
  http.setNotFoundHandler((request, response) => {
    const [path = ''] = request.url.split('?')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && files.has(path)) return response.sendFile(path)
    return isRead && isScreen(path)
      ? response.header('cache-control', 'no-cache').sendFile('index.html')
      : sendProblem(response, new Problem('thing.not-found'))
  })
}

/** Their paths; the compressed versions are not requested directly. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`)
  return new Set(paths.map((path) => path.replaceAll(sep, '/')))
}

const isScreen = (path: string) =>
  // The path people try for it: the page about the API belongs to the app.
  /^\/api\/docs\/?$/i.test(path) || !/^\/(api|assets)(\/|$)|\.\w+$/i.test(path)

/** Without a web app, a path that is no call is not found. */
export function serveNothingElse(http: FastifyInstance): void {
  http.setNotFoundHandler((_request, response) =>
    sendProblem(response, new Problem('thing.not-found')),
  )
}
