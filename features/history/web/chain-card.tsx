import { useQuery } from '@tanstack/react-query'
import { useMay } from '#features/session/web/may.tsx'
import type { Reply } from '#kit/contract/endpoint.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { read } from '#kit/web/read/api.ts'
import { download } from '#kit/web/read/files.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Progress } from '#kit/web/ui/feedback/progress.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { history } from '../contract.ts'
import { faults, say } from '../copy.ts'
import { type Proving, useProof } from './use-proof.ts'

/** How often the end of the chain is polled, in milliseconds. */
const lookMs = 10_000

/** The seal of history: how far it has come, and a button to prove it. */
export function ChainCard() {
  const { data } = useQuery({ ...read(history.head, {}), refetchInterval: lookMs })
  const mayProve = useMay('set-up')
  const { proving, start, stop } = useProof()
  const head = data?.head
  return (
    <Card
      title={t(say.chain)}
      about={t(say.chainAbout)}
      actions={
        head && (
          <>
            <Button size="small" onPress={() => void download(history.headFile, {})}>
              <Icon name="download" />
              {t(say.downloadHead)}
            </Button>
            {mayProve && proving?.state !== 'running' && (
              <Button size="small" onPress={() => void start()}>
                <Icon name="check" />
                {t(say.verify)}
              </Button>
            )}
            {proving?.state === 'running' && (
              <Button size="small" onPress={stop}>
                {t(say.stop)}
              </Button>
            )}
          </>
        )
      }
    >
      {data && <End {...data} />}
      {data?.refused && <Refused {...data.refused} />}
      {proving && <Outcome proving={proving} total={head?.position ?? 0} />}
    </Card>
  )
}

type Chain = Reply<typeof history.head>

/** Where the chain ends, and how much is not sealed yet. */
function End({ head, waiting }: Chain) {
  return (
    <div className="grid gap-1 text-small">
      <p>
        {head ? t(say.sealed, { count: head.position }) : t(say.notSealed)}
        {head && (
          <>
            {', '}
            <Ago at={head.sealedAt} />
          </>
        )}
        {waiting > 0 && ` · ${t(say.waiting, { count: waiting })}`}
      </p>
      {head && <code className="text-muted break-all">{head.hash}</code>}
    </div>
  )
}

const Refused = ({ found, remembered }: NonNullable<Chain['refused']>) => (
  <Alert>
    {t(say.refused, {
      found: String(found?.position ?? 0),
      remembered: String(remembered.position),
    })}
  </Alert>
)

function Outcome({ proving, total }: { proving: Proving; total: number }) {
  if (proving.state === 'running')
    return <Progress label={t(say.verifying)} done={proving.position} total={total} />
  if (proving.state === 'failed') return <Alert>{explain(proving.problem)}</Alert>
  if (proving.state !== 'broken')
    return (
      <p role="status">
        <Badge tone="done" icon="check">
          {t(say.whole, { count: proving.position })}
        </Badge>
      </p>
    )
  const { position, historyId, fault } = proving.broken
  return (
    <Alert>
      {t(say.broken, { position })} {t(faults[fault], { line: String(historyId ?? '') })}
    </Alert>
  )
}
