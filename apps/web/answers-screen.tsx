import { Suspense } from 'react'
import { AnswersPage } from '#features/answers/web/answers-page.tsx'
import { DownloadAnswers } from '#features/export/web/download-answers.tsx'
import { May } from '#features/session/web/may.tsx'
import { deferred } from '#kit/web/deferred.ts'

// It appears when something is unplaced, which is known a moment later anyway.
const UnplacedLink = deferred(
  async () => (await import('#features/unplaced/web/unplaced-link.tsx')).UnplacedLink,
)

/** The answers, with what later features can do with them. */
export function AnswersScreen() {
  return (
    <AnswersPage
      actions={
        <>
          <Suspense>
            <UnplacedLink />
          </Suspense>
          <May to="export">
            <DownloadAnswers />
          </May>
        </>
      }
    />
  )
}
