import { buffer } from 'node:stream/consumers'
import type { RenditionKind } from '#kit/server/files/renditions.ts'

// Reads an original and writes its rendition of the given type; nothing where there can be none. A separate
// process, because libraries parse untrusted files here and one library is not memory-safe: the process has
// no secrets and no database, and its crash affects no other request. It loads only the library it needs.

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
