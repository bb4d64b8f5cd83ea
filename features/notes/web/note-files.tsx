import type { Note } from '../contract.ts'
import { NoteFile } from './note-file.tsx'

/**
 * The files of notes beside each other.
 * @param isAgain paper has them with their notes
 */
export function NoteFiles({
  files,
  isAgain = false,
}: {
  files: Note['attachments']
  isAgain?: boolean
}) {
  if (files.length === 0) return null
  return (
    <ul className={`flex flex-wrap items-center gap-2 ${isAgain ? 'print:hidden' : ''}`}>
      {files.map((file) => (
        <li key={file.src}>
          <NoteFile {...file} />
        </li>
      ))}
    </ul>
  )
}
