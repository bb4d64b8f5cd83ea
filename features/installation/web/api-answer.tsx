import { useEffect, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Spinner } from '#kit/web/ui/feedback/spinner.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from './api/copy.ts'
import { asJson, Code } from './api-parts.tsx'
import { tryJson } from './api-request.ts'
import type { ApiReply, Sending } from './use-sending.ts'

/** The server's response: status, time, headers, body. */
export function ApiAnswer({ state }: { state: Sending }) {
  if (state.is === 'idle') return null
  if (state.is === 'unreachable') return <Alert>{t(say.unreachable)}</Alert>
  if (!state.answer) return <Spinner />
  const { answer } = state
  return (
    <section aria-label={t(say.answer)} className="grid gap-3 rounded-md border border-line p-3">
      <p role="status" className="flex flex-wrap items-center gap-3">
        <Badge tone={answer.status < 400 ? 'done' : 'alarm'}>
          {`${answer.status} ${answer.statusText}`}
        </Badge>
        <span className="text-small text-muted">{t(say.took, { ms: answer.ms })}</span>
        {state.is === 'pending' && <Spinner />}
      </p>
      <Content answer={answer} />
      <details>
        <summary className="cursor-pointer rounded-md text-small font-strong text-muted">
          {t(say.headers)}
        </summary>
        <Code
          label={t(say.headers)}
          text={answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </details>
    </section>
  )
}

function Content({ answer }: { answer: ApiReply }) {
  if (answer.file) return <Download answer={answer} file={answer.file} />
  if (answer.text === '') return <p className="text-muted">{t(say.withoutContent)}</p>
  const json = tryJson(answer.text)
  return (
    <>
      <Code label={answer.mediaType} text={json === undefined ? answer.text : asJson(json)} />
      {answer.isCut && <p className="text-small text-muted">{t(say.cut)}</p>}
    </>
  )
}

function Download({ answer, file }: { answer: ApiReply; file: Blob }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const disposition = answer.headers.find(([name]) => name === 'content-disposition')?.[1] ?? ''
  const [, name = ''] = /filename="?([^";]+)/.exec(disposition) ?? []
  return (
    <a href={url} download={name} className={`${buttonClass('plain')} justify-self-start`}>
      <Icon name="download" />
      {t(say.download)}
      {name && <span className="font-normal text-muted">{name}</span>}
    </a>
  )
}
