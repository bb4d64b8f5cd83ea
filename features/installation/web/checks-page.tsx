import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { type Check, serverChecks } from '../check-contract.ts'
import { checkWords, findingWords, say, stateWords } from '../copy.ts'

/** Every check contacts other servers, so a result is kept until the reader asks again. */
const kept = { staleTime: Number.POSITIVE_INFINITY }

/** The checks of the installation, as `npm run doctor` prints them. */
export function ChecksPage() {
  const query = useQuery({ ...read(serverChecks.list, {}), ...kept })
  return (
    <Page
      title={t(say.title)}
      actions={
        <Button isPending={query.isFetching} onPress={() => void query.refetch()}>
          <Icon name="refresh" />
          {t(say.again)}
        </Button>
      }
    >
      <Card>
        <Loaded query={query}>{(checks) => <CheckList checks={checks} />}</Loaded>
        <p className="text-small text-muted">{t(say.commandLine)}</p>
      </Card>
    </Page>
  )
}

const CheckList = ({ checks }: { checks: readonly Check[] }) => (
  <ul className="divide-y divide-line">
    {checks.map(({ check, state, finding, values }) => (
      <li key={check} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[6rem_10rem_1fr]">
        <span>
          <Badge {...looks[state]}>{t(stateWords[state])}</Badge>
        </span>
        <span className="font-strong">{t(checkWords[check])}</span>
        <span className="min-w-0 wrap-anywhere">{t(findingWords[finding], values)}</span>
      </li>
    ))}
  </ul>
)

const looks = {
  fine: { tone: 'done', icon: 'check' },
  'look-at': { tone: 'attention', icon: 'eye' },
  wrong: { tone: 'alarm', icon: 'warning' },
} as const
