import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useMay } from '#features/session/web/may.tsx'
import type { Right } from '#kit/contract/roles.ts'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../copy.ts'
import { requiredRight } from './navigation.ts'

/** The page of the path; or, without the right to open it, a notice. */
export function RouteGuard() {
  const right = requiredRight(useLocation({ select: ({ pathname }) => pathname }))
  return right ? <Guarded right={right} /> : <Outlet />
}

function Guarded({ right }: { right: Right }) {
  const may = useMay(right)
  if (may === undefined) return null
  return may ? <Outlet /> : <NotAllowed />
}

function NotAllowed() {
  return (
    <Page title={t(say.notAllowed)}>
      <EmptyState icon="key" title={t(say.notAllowedWhy)}>
        <Link to="/answers" className={buttonClass('primary')}>
          {t(say.toAnswers)}
        </Link>
      </EmptyState>
    </Page>
  )
}
