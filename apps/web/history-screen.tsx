import { use } from 'react'
import { HistoryPage } from '#features/history/web/history-page.tsx'
import { InWords, wordsOf } from '#features/history/web/words.ts'
import { loadDeferred } from '#kit/web/deferred.ts'

// The invalidations have loaded it already.
const words = loadDeferred(async () => wordsOf((await import('./announced.ts')).announced))

/** History, with every feature's words for what it records. */
export const HistoryScreen = () => (
  <InWords value={use(words)}>
    <HistoryPage />
  </InWords>
)
