import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { glob } from 'tinyglobby'
import { type Copy, type Language, languages } from '#kit/contract/copy.ts'

/** The app's sentences in one language, by place, in ICU's message format. */
export type Translations = { readonly [place: string]: string | Translations }

/** Sentences as in the sources, by place. */
export type Sentences = { readonly [place: string]: Copy | Sentences }

/** Files with sentences outside of features, and the names of their places. */
const beside: Readonly<Record<string, string>> = {
  'apps/web/copy.ts': 'app',
  'apps/web/first/copy.ts': 'first',
  'apps/web/palette/copy.ts': 'palette',
  'kit/server/sheets/copy.ts': 'files',
  'kit/web/ui/copy.ts': 'ui',
  'kit/web/ui/feedback/copy.ts': 'feedback',
  'kit/web/domain-problems.ts': 'domainProblems',
  'kit/web/problems.ts': 'problems',
}

/** The name of a feature's place, by file. */
const kinds: Readonly<Record<string, string>> = {
  copy: '',
  'web/copy': 'Menu',
  feature: 'History',
}

const root = new URL('..', import.meta.url)

/** Every sentence of the app; the sources are found, so that no list of them can be incomplete. */
export async function collectSentences(): Promise<Sentences> {
  const cwd = fileURLToPath(root)
  const found = await glob(
    ['{features,kit,apps}/**/copy.ts', 'features/*/feature.ts', '!kit/contract/**'],
    { cwd },
  )
  const paths = [...new Set([...found, ...Object.keys(beside)])].sort()
  const places = paths.map(async (path) => {
    const exported: Record<string, Sentences> = await import(new URL(path, root).href)
    const { say = {}, feature, ...others } = exported
    const own = feature ? wordsOf(feature) : others
    return [placeOf(path), nest({ ...say, ...onlySentences(own) })] as const
  })
  return Object.fromEntries(await Promise.all(places))
}

/** A feature's labels in history. */
const wordsOf = ({ acts = {}, subjects = {}, fields = {} }: Sentences) => ({
  acts: nest(acts as Sentences),
  subjects: subjects as Sentences,
  fields: fields as Sentences,
})

/** The other exports of such a file, without the functions. */
const onlySentences = (exported: Readonly<Record<string, Sentences>>): Sentences =>
  Object.fromEntries(Object.entries(exported).filter(([, one]) => typeof one === 'object'))

function placeOf(path: string): string {
  const [, feature, rest = ''] = /^features\/([a-z]+)\/(.*)\.ts$/.exec(path) ?? []
  const place = beside[path] ?? (feature && `${feature}${kinds[rest]}`)
  if (!place) throw new Error(`${path}: this place has no name in the translations`)
  return place
}

/** Puts `request.invalid` as `invalid` into `request`. */
function nest(sentences: Sentences): Sentences {
  const nested: Record<string, Copy | Sentences> = {}
  for (const [name, sentence] of Object.entries(sentences)) {
    const [group = '', ...rest] = name.split('.')
    nested[group] =
      rest.length === 0
        ? sentence
        : { ...(nested[group] as Sentences), ...nest({ [rest.join('.')]: sentence }) }
  }
  return nested
}

/** The same sentences in one language. */
export const translate = (sentences: Sentences, language: Language): Translations =>
  Object.fromEntries(
    Object.entries(sentences).map(([name, one]) => [
      name,
      isCopy(one) ? messageOf(one, language) : translate(one, language),
    ]),
  )

export const isCopy = (one: Copy | Sentences): one is Copy => languages.every((name) => name in one)

/** Placeholders are the same in both; plural forms are `{count, plural, one {…} other {…}}`. */
function messageOf(sentence: Copy, language: Language): string {
  const value = sentence[language]
  if (typeof value === 'string') return withCount(value, '{count, number}')
  const forms = Object.entries(value).map(([form, text]) => `${form} {${withCount(text, '#')}}`)
  return `{count, plural, ${forms.join(' ')}}`
}

/**
 * The count is formatted in the language, within forms as `#`. One apostrophe begins a quotation there; two
 * are an apostrophe.
 */
const withCount = (text: string, count: string) =>
  text.replaceAll("'", "''").replaceAll('{count}', count)

/** Writes `ro.json` and `en.json` into the folder. */
async function main(folder: string): Promise<void> {
  const sentences = await collectSentences()
  await mkdir(folder, { recursive: true })
  for (const language of languages) {
    const written = JSON.stringify(translate(sentences, language), null, 2)
    await writeFile(join(folder, `${language}.json`), `${written}\n`)
  }
}

const [, script = '', folder = ''] = process.argv
if (import.meta.url === pathToFileURL(script).href) await main(folder)
