import { Link } from '@tanstack/react-router'
import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'
import { NameList } from './name-list.tsx'
import { mostNamed, useNamed, useSendSearch } from './use-recipients.ts'

/** The observers selected in their list; empty if the selection is not in this browser. */
export function ChosenRecipients({ ids, isKnown }: Props) {
  if (ids.length > 0) return <Chosen ids={ids} />
  return isKnown ? <Lost /> : null
}

type Props = {
  readonly ids: readonly Id<'observers'>[]
  /** The selection's owner depends on the election, which has to be loaded. */
  readonly isKnown: boolean
}

function Lost() {
  return (
    <Card title={t(say.toWhom)} about={t(say.selected, { count: 0 })}>
      <p role="status">{t(say.lostSelection)}</p>
      <Link to="/observatori" className={buttonClass('plain')}>
        {t(say.chooseAgain)}
      </Link>
    </Card>
  )
}

function Chosen({ ids }: { ids: readonly Id<'observers'>[] }) {
  const { data, error, failureReason, refetch } = useNamed(ids)
  const problem = error ?? failureReason
  const named = data?.data
  const missing = named ? Math.min(ids.length, mostNamed) - named.length : 0
  return (
    <Card title={t(say.toWhom)} about={t(say.selected, { count: ids.length })}>
      {problem && !data ? (
        <ErrorState problem={problem} retry={() => void refetch()} />
      ) : (
        <NameList observers={named} more={Math.max(0, ids.length - mostNamed)} />
      )}
      {missing > 0 && named && <Missing count={missing} left={leftOf(ids, named)} />}
    </Card>
  )
}

/** The ids without those that were not found. */
function leftOf(ids: readonly Id<'observers'>[], named: readonly { id: Id<'observers'> }[]) {
  const known = new Set(named.map(({ id }) => id))
  return ids.filter((id, index) => index >= mostNamed || known.has(id))
}

/** A chosen observer was deleted since: the server would refuse the whole list. */
function Missing({ count, left }: { count: number; left: readonly Id<'observers'>[] }) {
  const writeTo = useWritingTo()
  const { again } = useSendSearch().search
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>{t(say.gone, { count })}</p>
      {left.length > 0 && (
        <Button size="small" onPress={() => void tryWithToast(() => writeTo(left, again))}>
          {t(say.leaveOut)}
        </Button>
      )}
    </div>
  )
}
