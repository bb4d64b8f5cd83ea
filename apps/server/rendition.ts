import { buffer } from 'node:stream/consumers'
import type { RenditionKind } from '#kit/server/files/renditions.ts'

// What was sent goes in, what is shown of it comes out, of the kind that we are told; nothing where
// there can be none. A program of its own: what strangers send is opened by libraries, one of which
// no language guards, so it is opened where there is no secret, no database, and nobody else to take
// along. Only the library that is needed is loaded.

/** Whoever started us ends us sooner, unless it is gone itself. In milliseconds. */
const longestMs = 40_000

setTimeout(() => process.kill(process.pid, 'SIGKILL'), longestMs).unref()
const kind = process.argv.at(-1) as RenditionKind
const sent = await buffer(process.stdin)
const rendition =
  kind === 'jpg'
    ? await (await import('#kit/server/files/picture.ts')).writePicture(sent)
    : await (await import('#kit/server/files/film.ts')).writeFilm(sent, kind)
if (rendition) process.stdout.end(rendition)
