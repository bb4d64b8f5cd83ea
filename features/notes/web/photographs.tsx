import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import type { Note } from '../contract.ts'
import { say } from '../copy.ts'
import { NotePicture } from './note-picture.tsx'

/** The photographs of all notes, small; nothing where there are none. Its note says why one is missing. */
export function Photographs({ notes }: { notes: readonly Note[] }) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const pictures = notes
    .flatMap(({ attachments }) => attachments)
    .flatMap(({ src, shown, fileName, isImage }) =>
      isImage && shown && !broken.includes(src) ? [{ src, shown, fileName }] : [],
    )
  if (pictures.length === 0) return null
  return (
    <ul
      aria-label={t(say.photographs)}
      className="flex flex-wrap gap-2 px-4 pb-3 sm:px-6 print:hidden"
    >
      {pictures.map((picture) => (
        <li key={picture.src}>
          <NotePicture
            {...picture}
            isSmall
            onBroken={() => setBroken((before) => [...before, picture.src])}
          />
        </li>
      ))}
    </ul>
  )
}
