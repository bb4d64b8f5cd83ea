import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Built programs once more, as a later version that has these migrations besides: the folder. */
export async function copyLater(
  built: string,
  migrations: Readonly<Record<string, string>>,
): Promise<string> {
  // Beside them: some packages are not bundled, and are found from there.
  const copy = await mkdtemp(`${built}-later-`)
  await cp(built, copy, { recursive: true })
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(copy, 'migrations', name), text)
  return copy
}
