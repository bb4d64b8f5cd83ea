import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AnswersPage } from '#features/answers/web/answers-page.tsx'
import { DownloadAnswers } from '#features/export/web/download-answers.tsx'
import { May } from '#features/session/web/may.tsx'
import { say } from '#features/situation/web/copy.ts'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'

const NowBeside = deferred(
  async () => (await import('#features/situation/web/now/now-page.tsx')).NowBeside,
)

/** The answers, with what later features can do with them. */
export function AnswersScreen() {
  return (
    <AnswersPage
      actions={
        <>
          {/* A phone has no room for it beside the list. */}
          <Link to="/now" className={`${buttonClass('plain')} lg:hidden`}>
            <Icon name="clock" />
            {t(say.menu)}
          </Link>
          <May to="export">
            <DownloadAnswers />
          </May>
        </>
      }
      beside={
        <Suspense>
          <NowBeside />
        </Suspense>
      }
    />
  )
}
