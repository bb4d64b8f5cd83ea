import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { call, read, useWrite } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { factors, type Passkey } from '../contract.ts'
import { say } from '../copy.ts'
import { hasPasskeys, makePasskey } from './passkey.ts'

/** The passkeys of the user's account. */
export function Passkeys() {
  const query = useQuery(read(factors.own, {}))
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      title={t(say.passkeys)}
      about={t(say.passkeysAbout)}
      className="max-w-xl"
      actions={
        hasPasskeys() && (
          <Button onPress={() => setAdding(true)}>
            <Icon name="plus" />
            {t(say.addPasskey)}
          </Button>
        )
      }
    >
      {!hasPasskeys() && <p className="text-muted">{t(say.noPasskeysHere)}</p>}
      <Loaded query={query}>{({ passkeys }) => <List passkeys={passkeys} />}</Loaded>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Card>
  )
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { remove, dialog } = useRemoving()
  if (passkeys.length === 0) return <p className="text-muted">{t(say.noPasskeys)}</p>
  return (
    <>
      <ul aria-label={t(say.passkeys)} className="grid divide-y divide-line border-t border-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-strong wrap-anywhere">{passkey.name}</p>
              <p className="text-small text-muted">
                {t(say.addedOn)} <Ago at={passkey.createdAt} /> · {t(say.lastUsed)}{' '}
                {passkey.lastUsedAt ? <Ago at={passkey.lastUsedAt} /> : t(say.never)}
              </p>
            </div>
            <Button
              size="small"
              aria-label={`${t(say.remove)}: ${passkey.name}`}
              onPress={() => void remove(passkey)}
            >
              {t(say.remove)}
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}

const Named = factors.addPasskey.body.pick({ name: true })

function AddPasskey({ onClose }: { onClose: () => void }) {
  const add = useWrite(factors.addPasskey, { touches: [factors.own] })
  const form = useForm(
    Named,
    async ({ name }) => {
      const passkey = await makePasskey(await call(factors.newPasskey, {}))
      if (!passkey) return
      await add.mutateAsync({ body: { name, passkey } })
      toast.success({ text: t(say.passkeyAdded, { name }) })
      onClose()
    },
    { name: say.passkeyNameExpected },
  )
  return (
    <FormWindow title={t(say.addPasskey)} form={form} submit={t(say.addPasskey)} onClose={onClose}>
      <Field
        label={t(say.passkeyName)}
        description={t(say.passkeyNameAbout)}
        name="name"
        autoComplete="off"
        isRequired
      />
    </FormWindow>
  )
}

function useRemoving() {
  const { ask, dialog } = useConfirm()
  const write = useWrite(factors.removePasskey, { touches: [factors.own] })
  const remove = async ({ id, name }: Passkey) => {
    const isSure = await ask({
      title: t(say.removeTitle, { name }),
      message: t(say.removeConfirmation),
      confirm: t(say.remove),
      isDeletion: true,
    })
    if (!isSure) return
    await tryWithToast(async () => {
      await write.mutateAsync({ params: { id } })
      toast.warning({ text: t(say.passkeyRemoved, { name }) })
    })
  }
  return { remove, dialog }
}
