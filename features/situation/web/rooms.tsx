import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { elections } from '#features/elections/contract.ts'
import { map } from '#features/map/contract.ts'
import { DifferencesLink } from '#features/stations/web/differences/differences-link.tsx'
import { t } from '#kit/web/language.ts'
import { PageTitle } from '#kit/web/page-title.tsx'
import { read } from '#kit/web/read/api.ts'
import { useLiveState } from '#kit/web/read/live.ts'
import { InZone } from '#kit/web/time.tsx'
import { EmptyState, Loaded, Loading } from '#kit/web/ui/feedback/states.tsx'
import { situation } from '../contract.ts'
import { say } from '../copy.ts'
import { LinksButton } from './links/links-button.tsx'
import { Screen } from './screen/screen.tsx'
import { readAgainMs, useStale } from './stale.ts'
import { useLinkToken, useWall } from './wall/use-wall.ts'

/** The situation for signed-in accounts. */
export function SituationPage() {
  const query = useQuery({ ...read(situation.read, {}), refetchInterval: readAgainMs })
  const election = useQuery(read(elections.current, {})).data
  const areas = useQuery(read(map.areas, { query: {} })).data?.areas
  const shapes = useQuery(read(map.shapes, { query: {} })).data
  const isLost = useLiveState() === 'reconnecting'
  const isStale = useStale(query)
  return (
    <>
      <PageTitle of={t(say.situation)} />
      <Loaded query={query}>
        {(figures) => (
          <Screen
            title={election?.name ?? t(say.situation)}
            figures={figures}
            isStale={(isLost && query.isError) || isStale}
            acts={
              <>
                <DifferencesLink />
                <LinksButton />
              </>
            }
            map={areas && shapes && { areas, shapes }}
          />
        )}
      </Loaded>
    </>
  )
}

/** The situation on a screen with a wall link, without an account. */
export function WallPage() {
  const token = useLinkToken()
  return <Wall key={token} token={token} />
}

function Wall({ token }: { token: string }) {
  const { query: figures, hasEnded, map } = useWall(token)
  const isStale = useStale(figures)
  return (
    <main className="flex min-h-dvh flex-col md:h-dvh">
      <PageTitle of={t(say.situation)} />
      {hasEnded ? (
        <Middle>
          <EmptyState icon="lock" title={t(say.linkEnded)}>
            <p>{t(say.linkEndedWhy)}</p>
          </EmptyState>
        </Middle>
      ) : figures.data ? (
        <InZone zone={figures.data.timezone}>
          <Screen
            isWall
            title={figures.data.election}
            figures={figures.data}
            isStale={isStale}
            map={map}
          />
        </InZone>
      ) : (
        <Middle>
          {figures.failureReason ? (
            <EmptyState icon="refresh" title={t(say.notReached)}>
              <p>{t(say.notReachedWhy)}</p>
            </EmptyState>
          ) : (
            <Loading />
          )}
        </Middle>
      )}
    </main>
  )
}

const Middle = ({ children }: { children: ReactNode }) => (
  <div role="status" className="m-auto">
    <h1 className="sr-only">{t(say.situation)}</h1>
    {children}
  </div>
)
