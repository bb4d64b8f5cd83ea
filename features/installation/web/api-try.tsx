import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { useToken } from '#kit/web/session/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Field, PasswordField } from '#kit/web/ui/field/field.tsx'
import { FileField } from '#kit/web/ui/field/file-field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from './api/copy.ts'
import { ApiAnswer } from './api-answer.tsx'
import type { ApiCall, Parameter } from './api-document.ts'
import { asJson, Code, Part } from './api-parts.tsx'
import {
  curlOf,
  type FilledRequest,
  fileFieldOf,
  formFields,
  targetOf,
  tryJson,
} from './api-request.ts'
import { choicesOf, kindOf } from './api-schema.ts'
import { useSending } from './use-sending.ts'

/** A form with the call's parameters and body, filled in with their examples; sends it for real. */
export function TryCall({ call }: { call: ApiCall }) {
  const signedIn = useToken()
  const [filled, setFilled] = useState(() => exampleOf(call))
  const [token, setToken] = useState('')
  const [file, setFile] = useState<File>()
  const [isTried, setTried] = useState(false)
  const sending = useSending()
  const isForm = call.body?.mediaType === 'multipart/form-data'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isComplete(call, filled)) return
    const bearer = token || signedIn
    void sending.send(targetOf(call, filled), {
      method: call.method,
      headers: {
        ...(call.needsToken && bearer && { authorization: `Bearer ${bearer}` }),
        ...(call.body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(call.body && { body: isForm ? formData(call, filled, file) : filled.body }),
    })
  }

  return (
    <Part id="try" title={t(say.tryIt)}>
      <Form onSubmit={submit} validationBehavior="aria" className="grid gap-4">
        {call.parameters.map((one) => (
          <ParameterField
            key={one.name}
            parameter={one}
            value={filled.parameters[one.name] ?? ''}
            isTried={isTried}
            onChange={(value) =>
              setFilled({ ...filled, parameters: { ...filled.parameters, [one.name]: value } })
            }
          />
        ))}
        {call.body && (
          <TextArea
            label={t(isForm ? say.fieldsAsJson : say.bodyAsJson)}
            value={filled.body}
            onChange={(body) => setFilled({ ...filled, body })}
            validate={(typed) => (tryJson(typed) === undefined ? t(say.notJson) : null)}
            className="[&_textarea]:font-mono [&_textarea]:text-small"
          />
        )}
        {isForm && (
          <FileField
            label={t(say.file)}
            file={file}
            onChange={(chosen) => {
              setFile(chosen)
              setFilled({ ...filled, fileName: chosen?.name })
            }}
          />
        )}
        {call.needsToken && (
          <PasswordField
            label={t(say.token)}
            description={t(signedIn ? say.tokenGiven : say.tokenNeeded)}
            value={token}
            onChange={setToken}
            autoComplete="off"
          />
        )}
        <Sender isReading={call.method === 'GET'} sending={sending} />
      </Form>
      <ApiAnswer state={sending.state} />
      <Code label={t(say.commandLine)} text={curlOf(call, filled, window.location.origin)} />
    </Part>
  )
}

function Sender({
  isReading,
  sending,
}: {
  isReading: boolean
  sending: ReturnType<typeof useSending>
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" look="primary" isDisabled={sending.state.is === 'pending'}>
        <Icon name="send" />
        {t(say.send)}
      </Button>
      {sending.state.is === 'pending' && <Button onPress={sending.stop}>{t(say.stop)}</Button>}
      {!isReading && (
        <p className="flex items-center gap-2 text-small text-muted">
          <Icon name="warning" />
          {t(say.isReal)}
        </p>
      )}
    </div>
  )
}

function ParameterField({
  parameter: { name, required, schema, example },
  value,
  isTried,
  onChange,
}: {
  parameter: Parameter
  value: string
  /** After the first attempt to send, missing fields are marked. */
  isTried: boolean
  onChange: (value: string) => void
}) {
  const choices = choicesOf(schema)
  const around = {
    label: name,
    ...(kindOf(schema).includes('[]') && { description: t(say.severalByComma) }),
  }
  if (choices)
    return (
      <Select
        {...around}
        items={[
          ...(required ? [] : [{ id: notSent, text: t(say.notSent) }]),
          ...choices.map((one) => ({ id: one, text: one })),
        ]}
        value={value || notSent}
        onChange={(id) => onChange(id === notSent ? '' : id)}
      />
    )
  return (
    <Field
      {...around}
      value={value}
      onChange={onChange}
      isRequired={required}
      validate={(typed) => (isTried && required && typed === '' ? t(say.fillIn) : null)}
      {...(example !== undefined && { placeholder: String(example) })}
    />
  )
}

const notSent = 'not sent'

const isComplete = ({ parameters, body }: ApiCall, filled: FilledRequest) =>
  parameters.every(({ name, required }) => !required || filled.parameters[name]) &&
  (!body || tryJson(filled.body) !== undefined)

/** Required parameters, and the body, from the document's examples. */
function exampleOf({ parameters, body }: ApiCall): FilledRequest {
  const needed = parameters.filter((one) => one.required && one.example !== undefined)
  const file = body && fileFieldOf(body)
  const { [file ?? '']: _, ...fields } = (body?.example ?? {}) as Record<string, unknown>
  return {
    parameters: Object.fromEntries(needed.map(({ name, example }) => [name, String(example)])),
    body: body ? asJson(file ? fields : body.example) : '',
    fileName: undefined,
  }
}

function formData({ body }: ApiCall, filled: FilledRequest, file: File | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of formFields(filled.body)) form.append(name, value)
  if (file && body) form.append(fileFieldOf(body) ?? 'file', file)
  return form
}
