import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWrite } from '#kit/web/api.ts'
import { changedOf } from '#kit/web/editing.ts'
import { useForm } from '#kit/web/form.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { Unsaved } from '#kit/web/ui/unsaved.tsx'
import { type Observer, ObserverDraft, observers } from '../contract.ts'
import { say } from '../copy.ts'
import { BackToList } from './back-to-list.tsx'
import { HistoryLink } from './history-link.tsx'
import { hints, ObserverFields, ObserverForm } from './observer-form.tsx'
import { PinField } from './pin-field.tsx'
import { touched, useDeleting } from './use-deleting.tsx'
import { useDraft } from './use-draft.ts'

const Fields = ObserverDraft.pick({ name: true, phone: true }).extend({
  pin: ObserverDraft.shape.pin.optional(),
})

/** Somebody who observes already; saving stays here. */
export function EditObserver({
  observer,
  onMoved,
}: {
  observer: Observer
  /** They have this phone now, which the address names. */
  onMoved: (phone: string) => void
}) {
  const search = useSearch({ from: '/signed-in/observatori/profil/$state/$id' })
  const navigate = useNavigate()
  const { base, typed, onType, isDirty, isOutdated, begin } = useDraft(observer)
  const edit = useWrite(observers.edit, { touches: touched })
  const form = useForm(
    Fields,
    async (fields) => {
      const { isTest } = typed
      const { id: observerId, revision } = base
      const change = { ...changedOf(base, { ...fields, isTest }), revision }
      await edit.mutateAsync({ body: { observerId, ...change } })
      begin({ ...base, ...fields, isTest })
      onMoved(fields.phone)
      toast.success({ title: t(say.success), text: t(say.saved) })
      await navigate({
        to: '/observatori/profil/$state/$id',
        params: { state: 'edit', id: fields.phone },
        search,
        replace: true,
        ignoreBlocker: true,
      })
    },
    hints,
  )
  const isValid = Fields.safeParse({ ...typed, pin: typed.pin || undefined }).success

  return (
    <Page
      title={t(say.editObserver)}
      count={observer.name}
      back={<BackToList />}
      actions={<HistoryLink observer={observer} />}
    >
      {isOutdated && <Outdated onShow={() => begin(observer)} />}
      <ObserverForm form={form} isValid={isValid} other={<Delete observer={observer} />}>
        <ObserverFields typed={typed} onType={onType}>
          <PinField
            label={t(say.pin)}
            description={t(say.pinUnchanged)}
            value={typed.pin}
            onChange={(pin) => onType({ pin })}
          />
        </ObserverFields>
      </ObserverForm>
      <Unsaved isDirty={isDirty} />
    </Page>
  )
}

function Delete({ observer }: { observer: Observer }) {
  const search = useSearch({ from: '/signed-in/observatori/profil/$state/$id' })
  const navigate = useNavigate()
  const { remove, dialog } = useDeleting()
  const removeAndLeave = async () => {
    if (!(await remove(observer))) return
    const first = { ...search, page: undefined }
    await navigate({ to: '/observatori', search: first, ignoreBlocker: true })
  }
  return (
    <>
      <Button onPress={() => void removeAndLeave()} className="ms-auto">
        <Icon name="trash" className="text-alarm" />
        {t(say.delete)}
      </Button>
      {dialog}
    </>
  )
}

function Outdated({ onShow }: { onShow: () => void }) {
  return (
    <div
      role="alert"
      className="flex max-w-xl flex-wrap items-center justify-between gap-2 rounded-md bg-attention-soft px-4 py-2"
    >
      {t(say.changedMeanwhile)}
      <Button size="small" onPress={onShow}>
        {t(say.showChanges)}
      </Button>
    </div>
  )
}
