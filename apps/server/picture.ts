import { buffer } from 'node:stream/consumers'
import { writeAnew } from '#kit/server/picture.ts'

// A photograph in, a picture out; nothing comes out of what is no photograph. A program of its own:
// what strangers send is opened by a library that no language guards, so it is opened where there is
// no secret, no database, and nobody else to take along.

/** Whoever started us ends us sooner, unless it is gone itself. In milliseconds. */
const longestMs = 40_000

setTimeout(() => process.kill(process.pid, 'SIGKILL'), longestMs).unref()
const picture = await writeAnew(await buffer(process.stdin))
if (picture) process.stdout.end(picture)
