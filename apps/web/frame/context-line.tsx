import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Election, elections } from '#features/elections/contract.ts'
import { say as electionSay } from '#features/elections/web/copy.ts'
import { EndRehearsal } from '#features/elections/web/end-rehearsal.tsx'
import { useLooking } from '#features/elections/web/use-looking.ts'
import { type Me, session } from '#features/session/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'

/** This many counties are named; more are counted, and named on request. */
const mostNamed = 3

/**
 * The context of every page: its election, the user's organisation, and their limits. It is also printed. On
 * a phone it is one line, whatever it says, until it is unfolded.
 */
export function ContextLine({ onCleared }: { onCleared: () => void }) {
  const election = useQuery(read(elections.current, {})).data
  const me = useQuery(read(session.me, {})).data
  const { lookAway } = useLooking()
  const [isOpen, setOpen] = useState(false)
  // Its place is reserved, so that nothing moves when it has loaded.
  if (!election || !me) return <div className={frame} />
  const isRehearsal = election.state === 'rehearsal'
  return (
    <aside
      aria-label={t(say.where)}
      className={`${frame} ${election.state === 'live' ? 'bg-surface text-muted' : 'bg-attention-soft'}`}
    >
      <p className={`flex min-w-0 flex-1 items-center gap-x-2 ${isOpen ? 'flex-wrap' : folded}`}>
        <Part isOpen={isOpen}>
          <Which election={election} />
        </Part>
        <Part isOpen={isOpen}>{me.ngo}</Part>
        <Limits counties={me.counties} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} />
      </p>
      {isRehearsal && me.rights.includes('set-up') && (
        <div className={isOpen ? '' : 'max-sm:hidden'}>
          <EndRehearsal election={election} onEnded={onCleared} />
        </div>
      )}
      {election.state === 'archived' && (
        <Button size="small" aria-label={t(electionSay.lookAway)} onPress={() => void lookAway()}>
          <span className="max-sm:hidden">{t(electionSay.lookAway)}</span>
          <span className="sm:hidden">{t(electionSay.lookAwayShort)}</span>
        </Button>
      )}
      <button
        type="button"
        aria-label={t(say.whole)}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="relative grid size-6 shrink-0 place-items-center rounded-md after:absolute after:-inset-2 sm:hidden print:hidden"
      >
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
    </aside>
  )
}

const frame =
  'flex min-h-7 shrink-0 items-center gap-x-3 border-b border-line px-4 py-0.5 text-small sm:px-6'

const folded = 'sm:flex-wrap print:flex-wrap'

/** Everything fits except on a phone. */
const Part = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <span
    className={`min-w-0 border-line not-first:border-s not-first:ps-2 ${isOpen ? 'wrap-anywhere' : 'wrap-anywhere max-sm:not-print:truncate'}`}
  >
    {children}
  </span>
)

function Which({ election: { name, state } }: { election: Election }) {
  if (state === 'archived')
    return (
      <>
        <span className="me-2">
          <Badge tone="attention">{t(electionSay.readOnly)}</Badge>
        </span>
        <span className="font-strong text-ink">{name}</span>
      </>
    )
  if (state !== 'rehearsal') return <span className="font-strong text-ink">{name}</span>
  return (
    <>
      <span className="me-2">
        <Badge tone="attention">{t(electionSay.rehearsal)}</Badge>
      </span>
      {t(electionSay.rehearsalOf, { election: name })}
    </>
  )
}

/** Nothing for users who see every county. */
function Limits({
  counties,
  isOpen,
  onOpen,
}: {
  counties: Me['counties']
  isOpen: boolean
  onOpen: () => void
}) {
  if (counties === null) return null
  const names = counties.map(({ name }) => name).join(', ')
  const only = counties.length === 0 ? t(say.noCounty) : t(say.onlyCounties, { counties: names })
  if (counties.length <= mostNamed)
    return (
      <span className="max-w-[60%] shrink-0 border-s border-line ps-2 max-sm:truncate">{only}</span>
    )
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        title={names}
        onClick={onOpen}
        className="relative shrink-0 rounded-md border-s border-line ps-2 underline decoration-dotted underline-offset-2 after:absolute after:-inset-2 print:hidden"
      >
        {t(say.countiesCounted, { count: counties.length })}
      </button>
      <span
        className={`border-s border-line ps-2 wrap-anywhere ${isOpen ? '' : 'hidden print:inline'}`}
      >
        {only}
      </span>
    </>
  )
}
