import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type OwnSession, session } from '../contract.ts'
import { say } from '../copy.ts'

/** The sessions of one's account, with buttons to end them. */
export function OwnSessions() {
  const query = useQuery(read(session.own, {}))
  const endOthers = useWrite(session.endOthers, { touches: [session.own] })
  const end = () =>
    void tryWithToast(async () => {
      const count = await endOthers.mutateAsync({})
      toast.warning({ text: t(say.othersEnded, { count }) })
    })
  const hasOthers = query.data !== undefined && query.data.length > 1
  return (
    <Card
      title={t(say.sessions)}
      about={t(say.sessionsAbout)}
      className="max-w-xl"
      actions={
        hasOthers && (
          <Button onPress={end} isPending={endOthers.isPending}>
            {t(say.endOthers)}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(own) => (
          <ul
            aria-label={t(say.sessions)}
            className="grid divide-y divide-line border-t border-line"
          >
            {own.map((one) => (
              <Each key={one.id} one={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Each({ one }: { one: OwnSession }) {
  const write = useWrite(session.endOne, { touches: [session.own] })
  const name = deviceName(one)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-strong">
          {name}
          {one.isThis && <Badge>{t(say.thisOne)}</Badge>}
        </p>
        <p className="text-small text-muted">
          {one.address} · {t(say.seen)} <Ago at={one.seenAt} /> · {t(say.begun)}{' '}
          <Ago at={one.begunAt} />
        </p>
      </div>
      {!one.isThis && (
        <Button
          size="small"
          aria-label={`${t(say.endOne)}: ${name}, ${one.address ?? ''}`}
          isPending={write.isPending}
          onPress={() => void tryWithToast(() => write.mutateAsync({ params: { id: one.id } }))}
        >
          {t(say.endOne)}
        </Button>
      )}
    </li>
  )
}

function deviceName({ browser, system }: OwnSession): string {
  if (browser && system) return t(say.browserOn, { browser, system })
  return browser ?? system ?? t(say.unknownDevice)
}
