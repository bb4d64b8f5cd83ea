import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { elections } from '#features/elections/contract.ts'
import { say as electionSay } from '#features/elections/web/copy.ts'
import { useLooking } from '#features/elections/web/use-looking.ts'
import { useMay } from '#features/session/web/may.tsx'
import type { Right } from '#kit/contract/roles.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
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
  const election = useQuery(read(elections.current, {})).data
  return (
    <Page title={t(say.notAllowed)}>
      {election?.state === 'archived' ? <NotWhileReading /> : <NotByRole />}
    </Page>
  )
}

/** No role can change an archived election. */
function NotWhileReading() {
  const { lookAway } = useLooking()
  return (
    <EmptyState icon="lock" title={t(say.onlyRead)}>
      <p>{t(say.onlyReadWhy)}</p>
      <Button look="primary" onPress={() => void lookAway()}>
        {t(electionSay.lookAway)}
      </Button>
    </EmptyState>
  )
}

const NotByRole = () => (
  <EmptyState icon="key" title={t(say.notAllowedWhy)}>
    <Link to="/answers" className={buttonClass('primary')}>
      {t(say.toAnswers)}
    </Link>
  </EmptyState>
)
