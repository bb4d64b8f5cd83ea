import { t } from '#kit/web/language.ts'
import { PageTitle } from '#kit/web/page-title.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from './api/copy.ts'
import type { ApiCall, ApiProblem, Parameter, Payload } from './api-document.ts'
import { asJson, Code, Method, Part, Words } from './api-parts.tsx'
import { type FieldRow, fieldsOf, kindOf } from './api-schema.ts'
import { TryCall } from './api-try.tsx'

/** One call: its purpose, input, output, and a form to try it. */
export function ApiCallDetail({
  call,
  problems,
}: {
  call: ApiCall
  problems: readonly ApiProblem[]
}) {
  return (
    <article className="grid gap-8 px-4 pt-2 pb-12 sm:p-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
      <PageTitle of={`${call.method} ${call.path}`} />
      <header lang="en" className="grid gap-2 xl:col-span-2">
        <h2 className="text-title font-strong">
          <Words>{call.summary}</Words>
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <Method name={call.method} />
          <code className="font-mono break-all">{call.path}</code>
        </p>
        {call.description.split('\n\n').map((one) => (
          <p key={one} className="max-w-4xl text-muted">
            <Words>{one}</Words>
          </p>
        ))}
        <a href="#try" lang="" className={`${buttonClass('plain')} justify-self-start xl:hidden`}>
          {t(say.tryIt)}
        </a>
      </header>
      <div className="grid min-w-0 content-start gap-8">
        {call.parameters.length > 0 && (
          <Part title={t(say.parameters)}>
            <Fields rows={call.parameters.map(rowOf)} />
          </Part>
        )}
        {call.body && (
          <Part title={t(say.body)}>
            <Described payload={call.body} isRequest />
          </Part>
        )}
        <Part title={t(say.replies)}>
          {call.replies.map((reply) => (
            <Reply key={reply.status} reply={reply} problems={problems} />
          ))}
        </Part>
      </div>
      <TryCall call={call} />
    </article>
  )
}

const rowOf = ({ name, schema, required, description }: Parameter): FieldRow => ({
  name,
  kind: kindOf(schema),
  isRequired: required,
  description,
})

function Described({ payload, isRequest = false }: { payload: Payload; isRequest?: boolean }) {
  // Reply fields are always there: only in requests optional ones are marked.
  const rows = fieldsOf(payload.schema).map((row) => ({
    ...row,
    isRequired: isRequest && row.isRequired,
  }))
  return (
    <>
      <p className="font-mono text-small text-muted">{payload.mediaType}</p>
      {rows.length > 0 && <Fields rows={rows} />}
      {payload.example !== undefined && (
        <Code label={t(say.example)} text={asJson(payload.example)} />
      )}
    </>
  )
}

function Fields({ rows }: { rows: readonly FieldRow[] }) {
  return (
    <dl lang="en" className="grid border-t border-line">
      {rows.map(({ name, kind, isRequired, description }) => (
        <div
          key={name}
          className="grid items-baseline gap-x-4 border-b border-line py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-mono text-small break-all">{name}</span>
            {isRequired && (
              <span lang="" className="text-small font-strong text-ours">
                {t(say.required)}
              </span>
            )}
          </dt>
          <dd className="min-w-0">
            <span className="font-mono text-small break-words text-muted">{kind}</span>
            {description && (
              <p className="text-small">
                <Words>{description}</Words>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Reply({
  reply: { status, description, payload },
  problems,
}: {
  reply: ApiCall['replies'][number]
  problems: readonly ApiProblem[]
}) {
  const listed = problems.filter(({ code }) => payload?.codes.includes(code))
  const isGood = status.startsWith('2')
  return (
    <details
      {...(isGood && { open: true })}
      className="group rounded-md border border-line [&>summary]:rounded-md"
    >
      <summary className="flex cursor-pointer list-none items-center gap-3 px-3 py-2">
        <Badge tone={isGood ? 'done' : 'plain'}>{status}</Badge>
        <span lang="en" className="min-w-0 flex-1">
          {description}
        </span>
        <Icon name="down" className="text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 border-t border-line p-3">
        {listed.map(({ code, value }) => (
          <Code key={code} label={code} text={asJson(value)} />
        ))}
        {listed.length === 0 && payload && <Described payload={payload} />}
      </div>
    </details>
  )
}
