import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
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

/** What contracts say for the API document alone: the summaries and descriptions of calls and fields. */
const prose =
  /\b(?:summary|description):\s*'(?:[^'\\]|\\.)*',|\.describe\(\s*'(?:[^'\\]|\\.)*',?\s*\)/g

/** Leaves that out of what browsers load. */
const withoutProse: Plugin = {
  name: 'without-prose',
  apply: 'build',
  transform: {
    order: 'pre',
    filter: { id: /contract\.ts$/ },
    handler: (code) => ({ code: code.replace(prose, ''), map: null }),
  },
}

/** Where the first screen after signing in begins. */
const firstScreen = [
  'apps/web/shell.tsx',
  'apps/web/answers-screen.tsx',
  'features/answers/web/no-thread.tsx',
]

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

/** What every screen stands on. What edits and what imports asks for its parts itself. */
const ground =
  /node_modules[\\/](react|react-dom|scheduler|zod|@tanstack)[\\/]|kit[\\/](contract[\\/](?!import[\\/]|field\.ts)|web[\\/](?!ui|edit)([a-z]+[\\/])?[a-z]+\.tsx?$)/

/**
 * What everybody waits for, in three files, and what many pages share in one: left to itself it falls into dozens of
 * small ones, which weigh more, and on a slow machine each costs what a hundredth of a second is there to fetch and
 * begin.
 */
const groups = [
  { name: 'ground', test: ground, priority: 2 },
  // Whatever the app begins with; what the first screen shares with it is not to be fetched to sign in.
  { name: 'start', tags: ['$initial' as const], priority: 1 },
  { name: 'first-screen', test: isOfFirstScreen },
  // Of fewer pages and windows, most who open one would wait for what it does without.
  { name: 'shared', test: /[\\/](features|kit|node_modules)[\\/]/, minShareCount: 5 },
]

export default defineConfig({
  root: 'apps/web',
  plugins: [
    tailwind(),
    react(),
    // React Aria brings its words in thirty languages; these two are ours.
    { ...optimizeLocales.vite({ locales: ['ro-RO', 'en-US'] }), enforce: 'pre' },
    preloaded,
    withoutProse,
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
