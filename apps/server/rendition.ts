import { buffer } from 'node:stream/consumers'
import type { RenditionKind } from '#kit/server/files/renditions.ts'

// Reads an original, and writes its rendition of the given type; nothing where there can be none. A separate
// program: strangers' files are opened by libraries, one of which is not memory-safe, so they are opened
// where there is no secret, no database, and nobody else to take along. Only the library that is needed is
// loaded.

/** Our parent ends us sooner, unless it is gone itself. In milliseconds. */
const longestMs = 40_000

setTimeout(() => process.kill(process.pid, 'SIGKILL'), longestMs).unref()
const kind = process.argv.at(-1) as RenditionKind
const sent = await buffer(process.stdin)
const rendition =
  kind === 'jpg'
    ? await (await import('#kit/server/files/picture.ts')).writePicture(sent)
    : await (await import('#kit/server/files/film.ts')).writeFilm(sent, kind)
if (rendition) process.stdout.end(rendition)
