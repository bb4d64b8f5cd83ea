import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { PageTitle } from '#kit/web/page-title.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'

export function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <PageTitle of={t(say.notFound)} />
      <p aria-hidden="true" className="text-title text-muted">
        404
      </p>
      <h1 className="text-title font-strong">{t(say.notFound)}</h1>
      <p className="text-muted">{t(say.notFoundWhy)}</p>
      <Link to="/answers" className={buttonClass('primary')}>
        {t(say.toAnswers)}
      </Link>
    </main>
  )
}

/** An error boundary's page: drawing failed; what is stored on the server is untouched. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorState
      problem={error instanceof Problem ? error : new Problem('server.failed')}
      retry={reset}
    />
  )
}
