import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files by their names. */
export type FilesByName = Readonly<Record<string, string>>

/** A copy of the built programs as a later version with additional migrations and functions: its folder. */
export async function buildNewerVersion(
  built: string,
  migrations: FilesByName,
  functions: FilesByName = {},
): Promise<string> {
  // Beside them: some packages are not bundled, and are found from there.
  const copy = await mkdtemp(`${built}-later-`)
  await cp(built, copy, { recursive: true })
  for (const [folder, texts] of Object.entries({ migrations, functions }))
    for (const [name, text] of Object.entries(texts))
      await writeFile(join(copy, folder, name), text)
  return copy
}
