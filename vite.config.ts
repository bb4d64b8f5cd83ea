import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { defineConfig, type Plugin } from 'vite'

const server = process.env['VEGHE_SERVER'] ?? 'http://127.0.0.1:8080'

/** Once, at their best, so that the server only sends them: `name.js.br` and `name.js.gz`. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }) {
      const names = await readdir(dir, { recursive: true })
      for (const name of names.filter((one) => /\.(m?js|css|html|svg)$/.test(one))) {
        const path = join(dir, name)
        const bytes = await readFile(path)
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      }
    },
  },
}

/** What contracts say for the API document alone: summaries, descriptions, and examples without brackets in them. */
const text = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/.source
const prose = new RegExp(
  [
    String.raw`\b(?:summary|description):\s*${text},`,
    String.raw`\.describe\(\s*${text},?\s*\)`,
    String.raw`\.meta\(\{\s*examples:\s*\[[^[\]]*\],?\s*\}\)`,
  ].join('|'),
  'g',
)

/** Leaves that out of what browsers load. */
const withoutProse: Plugin = {
  name: 'without-prose',
  apply: 'build',
  transform: {
    order: 'pre',
    filter: { id: /contract\.ts$|\/kit\/contract\/.*\.ts$/ },
    handler: (code) => ({ code: code.replace(prose, ''), map: null }),
  },
}

/** Leaves out the titles of problems: screens have sentences of their own, in the user's language. */
const withoutTitles: Plugin = {
  name: 'without-titles',
  apply: 'build',
  transform: {
    order: 'pre',
    filter: { id: /\/kit\/contract\/problem\.ts$/ },
    handler: (code) => ({
      code: code.replace(new RegExp(String.raw`,\s*title:\s*${text}`, 'g'), ''),
      map: null,
    }),
  },
}

/** Leaves out how Zod describes its schemas as JSON Schema: the server alone publishes the API document. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    order: 'pre',
    filter: {
      id: /zod\/v4\/(classic\/schemas|core\/(json-schema-processors|to-json-schema))\.js$/,
    },
    handler: (code, id) => ({
      code: id.endsWith('classic/schemas.js')
        ? code.replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
        : [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
            .map(([, name]) => `export const ${name} = () => undefined`)
            .join('\n'),
      map: null,
    }),
  },
}

/** Leaves out Zod's English messages: screens say what the server found, in the user's language. */
const withoutZodMessages: Plugin = {
  name: 'without-zod-messages',
  apply: 'build',
  transform: {
    order: 'pre',
    filter: { id: /zod\/v4\/locales\/en\.js$/ },
    handler: () => ({ code: 'export default () => ({})', map: null }),
  },
}

/** Where the first screen after signing in begins. */
const firstScreen = ['apps/web/shell.tsx', 'apps/web/answers-screen.tsx']

const isOfFirstScreen = (id: string) => firstScreen.some((one) => id.endsWith(one))

/**
 * Names what the first screen is made of, so that a browser need not run the app to learn of it:
 * `first-paint.js` asks for it at once.
 */
const preloaded: Plugin = {
  name: 'preloaded',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const files = new Set<string>()
      const need = (file: string) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || files.has(file)) return
        files.add(file)
        for (const one of chunk.imports) need(one)
      }
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.moduleIds.some(isOfFirstScreen)) need(chunk.fileName)
      const content = [...files].map((file) => `/${file}`).join(' ')
      return [{ tag: 'meta', attrs: { name: 'first-screen', content }, injectTo: 'head-prepend' }]
    },
  },
}

/**
 * Source Sans 3 in pieces: a page loads those whose letters it shows. Romanian and English need the first two,
 * other languages of Europe the next two.
 */
const pieces = [
  {
    name: 'latin',
    source: 'latin',
    range:
      'U+20-7E, U+A0, U+A7, U+A9, U+AB, U+B0-B3, U+B7, U+BB, U+C2, U+CE, U+D7, U+E2, U+E9, U+EE, U+2009, U+2011-2014, U+2018-201E, U+2022, U+2026, U+202F, U+2039-203A, U+20AC, U+2191, U+2193, U+2212',
  },
  { name: 'romanian', source: 'latin-ext', range: 'U+102-103, U+218-21B' },
  {
    name: 'western',
    source: 'latin',
    range:
      'U+0-1F, U+7F-9F, U+A1-A6, U+A8, U+AA, U+AC-AF, U+B4-B6, U+B8-BA, U+BC-C1, U+C3-CD, U+CF-D6, U+D8-E1, U+E3-E8, U+EA-ED, U+EF-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2000-2008, U+200A-2010, U+2015-2017, U+201F-2021, U+2023-2025, U+2027-202E, U+2030-2038, U+203B-206F, U+2122, U+2215, U+FEFF, U+FFFD',
  },
  { name: 'european', source: 'latin-ext', range: 'U+100-101, U+104-130, U+132-151, U+154-17F' },
  {
    name: 'rare',
    source: 'latin-ext',
    range:
      'U+180-217, U+21C-2BA, U+2BD-2C5, U+2C7-2CC, U+2CE-2D7, U+2DD-2FF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0',
  },
] as const

/** Of `--font-weight-normal` and `--font-weight-strong`. */
const weights = { min: 400, max: 600, default: 400 }

/** All characters of a `unicode-range`. */
const charactersOf = (range: string) =>
  range
    .split(', ')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, index) =>
        String.fromCodePoint(first + index),
      )
    })
    .join('')

/**
 * Writes the pieces and their style sheet. "Source" is a reserved name: a modified font needs another, and
 * keeps its copyright and licence (names 13 and 14).
 */
const fonts: Plugin = {
  name: 'fonts',
  async buildStart() {
    const folder = '.cache/fonts'
    await mkdir(folder, { recursive: true })
    const rules = pieces.map(async ({ name, source, range }) => {
      const from = `node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-${source}-wght-normal.woff2`
      const font = await subsetFont(await readFile(from), charactersOf(range), {
        targetFormat: 'woff2',
        preserveNameIds: [13, 14],
        // The weights that styles use.
        variationAxes: { wght: weights },
      })
      await writeFile(join(folder, `${name}.woff2`), font)
      return `@font-face {
  font-family: "Veghe Sans";
  font-weight: ${weights.min} ${weights.max};
  font-display: swap;
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${range};
}
`
    })
    await writeFile(join(folder, 'fonts.css'), (await Promise.all(rules)).join(''))
  },
}

/** Libraries and foundations of every screen. */
const ground =
  /node_modules[\\/](react|react-dom|scheduler|zod|@tanstack)[\\/]|kit[\\/](contract[\\/](?!import[\\/]|field\.ts)|web[\\/](?!ui|edit)([a-z]+[\\/])?[a-z]+\.tsx?$)/

/** The app, and what both the page for signing in and the first screen need. */
const start =
  /apps[\\/]web[\\/]index\.html$|features[\\/]session[\\/](contract|copy)\.ts$|kit[\\/]web[\\/](read[\\/]api|ui[\\/](language-switch|mark))\.tsx?$/

/** What is loaded once a page is drawn, on every page. */
const frame =
  /apps[\\/]web[\\/](frame[\\/](report-sections|kept-lists|print-head)|palette[\\/]keys|invalidate-on-events)\.tsx?$|features[\\/](alerts[\\/]web[\\/]bell|tasks[\\/]web[\\/]task-tray|session[\\/]web[\\/](session-end|guessing-banner))\.tsx$|kit[\\/]web[\\/]domain-problems\.ts$/

/**
 * A few files instead of dozens of small ones, which weigh more; on a slow machine each costs a hundredth of a
 * second to fetch and begin. A group takes along all that its modules import.
 */
const groups = [
  { name: 'ground', test: ground, tags: ['$initial' as const], priority: 4 },
  { name: 'start', test: start, priority: 3 },
  { name: 'first-screen', test: isOfFirstScreen, priority: 2 },
  { name: 'sign-in', test: /[\\/]sign-in-page\.tsx$/, priority: 1 },
  // Every page after signing in listens to the events of all features.
  { name: 'contracts', test: /[\\/]features[\\/].*contract\.ts$/, priority: 0.9 },
  { name: 'frame', test: frame, priority: 0.8 },
  // Code of fewer pages and windows stays with them: most pages do without it.
  { name: 'shared', test: /[\\/](features|kit|node_modules)[\\/]/, minShareCount: 5 },
]

export default defineConfig({
  root: 'apps/web',
  plugins: [
    fonts,
    tailwind(),
    react(),
    // React Aria brings its words in thirty languages; these two are ours.
    { ...optimizeLocales.vite({ locales: ['ro-RO', 'en-US'] }), enforce: 'pre' },
    preloaded,
    withoutProse,
    withoutTitles,
    withoutJsonSchema,
    withoutZodMessages,
    compressed,
  ],
  // The font must stay a file of its own: the content security policy lets in no data: address.
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '^/api/(?!docs\\b)': server, '/config.json': server } },
})
