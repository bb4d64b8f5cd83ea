import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldsForm } from '#kit/web/edit/fields-form.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ShownOnce } from '#kit/web/ui/feedback/shown-once.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { type WallLink, wallLinks } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useWithdrawing } from './use-withdrawing.ts'

const touches = { touches: [wallLinks.list] }

/** Lists the wall links with their last use, and makes new ones. */
export function LinksDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<string>()
  const [name, setName] = useState('')
  const list = useQuery(read(wallLinks.list, {}))
  const make = useWrite(wallLinks.make, touches)
  const withdraw = useWithdrawing()
  const form = useForm(
    wallLinks.make.body,
    async (body) => {
      setMade((await make.mutateAsync({ body })).link)
      setName('')
    },
    { name: say.linkNameExpected },
  )
  return (
    <Dialog title={t(say.links)} isOpen onClose={onClose} width="medium">
      <p className="text-muted">{t(say.linksAbout)}</p>
      {made && <ShownOnce secret={made}>{t(say.linkOnce)}</ShownOnce>}
      <Loaded query={list}>
        {(links) => (
          <ul aria-label={t(say.links)} className="grid gap-px">
            {links.map((one) => (
              <Line key={one.id} link={one} onWithdraw={() => void withdraw(one)} />
            ))}
          </ul>
        )}
      </Loaded>
      <FieldsForm
        form={form}
        buttons={
          <DialogButtons>
            <Button onPress={onClose}>{t(say.close)}</Button>
            <Button
              look="primary"
              type="submit"
              isDisabled={name.trim() === ''}
              isPending={form.isPending}
            >
              {t(say.makeLink)}
            </Button>
          </DialogButtons>
        }
      >
        <Field
          label={t(say.linkName)}
          description={t(say.linkNameAbout)}
          name="name"
          value={name}
          onChange={setName}
          maxLength={100}
        />
      </FieldsForm>
      {/* A link that was made is shown this once: with the session it would go before it was copied. */}
      <Unsaved name={t(say.links)} isDirty={made !== undefined || name.trim() !== ''} />
    </Dialog>
  )
}

function Line({ link: { name, usedAt }, onWithdraw }: { link: WallLink; onWithdraw: () => void }) {
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-2">
      <span className="grid min-w-0">
        <span className="font-strong wrap-anywhere">{name}</span>
        <span className="text-small text-muted">
          {usedAt ? (
            <>
              {t(say.linkUsed)} <Ago at={usedAt} />
            </>
          ) : (
            t(say.linkUnused)
          )}
        </span>
      </span>
      <Button size="small" aria-label={t(say.withdrawOf, { name })} onPress={onWithdraw}>
        {t(say.withdraw)}
      </Button>
    </li>
  )
}
