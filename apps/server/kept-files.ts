import type { Database } from '#database/open.ts'
import { claimFile } from '#features/notes/server/kept-queries.ts'
import { type Files, FilesAway } from '#kit/server/files/files.ts'

/** Files are recorded in the database before they are stored: so each unreferenced one can be found again. */
export const registeredFiles = (database: Database, files: Files): Files => ({
  ...files,
  receive: async (stream, fileName) => {
    const upload = await files.receive(stream, fileName)
    const keep = async () => {
      // A separate transaction: the store may be slow, and holds no connection.
      const isOurs = await database.write((tx) => claimFile(tx, upload.sha256), 'report')
      if (!isOurs) throw new FilesAway('The same file is just being removed')
      await upload.keep()
    }
    return { ...upload, keep }
  },
})
