import { useState } from 'react'
import * as z from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { type FoundObserver, ObserverSearch } from './observer-search.tsx'
import { type Replaced, usePlanActs } from './use-plan-acts.ts'

/** Sends another observer in somebody's place; it can be undone. */
export function ReplaceObserver({
  former,
  touches,
  onClose,
}: {
  former: Replaced & { readonly observerId: Id<'observers'> }
  /** What else shows the plan. */
  touches?: readonly Endpoint[]
  onClose: () => void
}) {
  const [successor, setSuccessor] = useState<FoundObserver>()
  const { replace } = usePlanActs(touches)
  const form = useForm(z.object({}), async () => {
    if (!successor) return
    await replace(former, successor)
    onClose()
  })
  return (
    <FormWindow
      title={t(say.replaceTitle, { name: former.name })}
      form={form}
      submit={t(say.replace)}
      isIncomplete={!successor}
      isDirty={false}
      onClose={onClose}
    >
      <p className="text-muted">{t(say.replaceAbout)}</p>
      <ObserverSearch value={successor} onChange={setSuccessor} exceptId={former.observerId} />
    </FormWindow>
  )
}
