import { useQuery } from '@tanstack/react-query'
import { locale, t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Progress } from '#kit/web/ui/feedback/progress.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { history, type ProofFindings, type ProofRun } from '../contract.ts'
import { proofKinds, proofStages, say } from '../copy.ts'

/** How often a proof's progress is polled, and whether one has started, in milliseconds. */
const lookMs = { running: 1000, resting: 30_000 }

/** The server's proof: all that observers reported, compared with what is stored. */
export function ProofCard() {
  const { data } = useQuery({
    ...read(history.proofs, {}),
    refetchInterval: ({ state }) => (state.data?.running ? lookMs.running : lookMs.resting),
  })
  const touched = { touches: [history.proofs] }
  const prove = useWrite(history.prove, touched)
  const stop = useWrite(history.stopProving, touched)
  const failure = prove.error ?? stop.error
  return (
    <Card
      title={t(say.proof)}
      about={t(say.proofAbout)}
      actions={
        data &&
        (data.running ? (
          <Button size="small" onPress={() => stop.mutate({})}>
            {t(say.stop)}
          </Button>
        ) : (
          <Button size="small" onPress={() => prove.mutate({})}>
            <Icon name="check" />
            {t(say.prove)}
          </Button>
        ))
      }
    >
      {failure && <Alert>{explain(failure)}</Alert>}
      {data?.failedAt && (
        <Alert>
          {t(say.proofFailed)} <Ago at={data.failedAt} />
        </Alert>
      )}
      {data?.running && <Running run={data.running} />}
      {data &&
        (data.last ? <Last run={data.last} /> : !data.running && <p>{t(say.neverProved)}</p>)}
    </Card>
  )
}

const Running = ({ run: { stage, done, total } }: { run: ProofRun }) => (
  <Progress
    label={t(proofStages[stage])}
    done={done}
    total={total}
    {...(total === 0 && { text: done.toLocaleString(locale) })}
  />
)

/** When, up to where, and what differed. */
function Last({ run: { at, position, compared, faults, findings } }: { run: ProofRun }) {
  return (
    <div className="grid gap-2 text-small">
      <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {faults === 0 && (
          <Badge tone="done" icon="check">
            {t(say.nothingDiffers)}
          </Badge>
        )}
        <span>
          {t(say.provedAt)} <Ago at={at} />, {t(say.provedUpTo, { position: position ?? 0 })}
          {' · '}
          {t(say.comparedRows, { count: compared ?? 0 })}
        </span>
      </p>
      {faults !== null && faults > 0 && (
        <Alert>
          {t(say.differing, { count: faults })}. {t(say.differingHow)}
        </Alert>
      )}
      {findings && <Findings findings={findings} />}
    </div>
  )
}

const kindsOf = (findings: ProofFindings) =>
  (Object.keys(proofKinds) as (keyof ProofFindings)[]).filter((kind) => findings[kind].length > 0)

/** The first of each kind, in the words of the program's log and console. */
function Findings({ findings }: { findings: ProofFindings }) {
  const kinds = kindsOf(findings)
  if (kinds.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer rounded-md font-strong text-muted">
        {t(say.inTheProgram)}
      </summary>
      {kinds.map((kind) => (
        <section key={kind} aria-label={t(proofKinds[kind])} className="mt-2">
          <h3 className="font-strong">{t(proofKinds[kind])}</h3>
          <ul className="grid gap-1 text-muted" lang="en">
            {findings[kind].map((one) => (
              <li key={one} className="break-words">
                {one}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}
