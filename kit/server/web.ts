import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#kit/contract/problem.ts'
import { sendProblem } from './serve.ts'

/** A year; the built files carry a digest of their content in their names. */
const forEver = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app. An address that is neither a file nor a call is one of its screens,
 * and gets its page.
 */
export async function serveWeb(http: FastifyInstance, folder: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    index: false,
    // The build leaves each file's compressed twins beside it.
    preCompressed: true,
    setHeaders: (response, path) => {
      const isNamedByContent = path.includes('/assets/') && !path.includes('/i18n/')
      response.header('cache-control', isNamedByContent ? forEver : 'no-cache')
    },
  })
  http.setNotFoundHandler((request, response) => {
    const [path = ''] = request.url.split('?')
    const isScreen =
      request.method === 'GET' &&
      // Where one looks for it: the page about the calls stands among them.
      (/^\/api\/docs\/?$/i.test(path) || !/^\/(api|assets)(\/|$)|\.\w+$/i.test(path))
    return isScreen
      ? response.header('cache-control', 'no-cache').sendFile('index.html')
      : sendProblem(response, new Problem('thing.not-found'))
  })
}

/** Without a web app, an address that is no call is not found. */
export function serveNothingElse(http: FastifyInstance): void {
  http.setNotFoundHandler((_request, response) =>
    sendProblem(response, new Problem('thing.not-found')),
  )
}
