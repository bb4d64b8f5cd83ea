import { useNavigate, useSearch } from '@tanstack/react-router'
import { factsIn } from '#kit/contract/field.ts'
import { ConflictResolver } from '#kit/web/edit/conflict-resolver.tsx'
import { useEditing } from '#kit/web/edit/editing.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { fieldWords } from '../../columns.ts'
import { type Observer, observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { observerFields } from '../../fields.ts'
import { touched, useDeleting } from '../list/use-deleting.tsx'
import { BackToList } from './back-to-list.tsx'
import { GoneNote } from './gone-note.tsx'
import { HistoryLink } from './history-link.tsx'
import { LockedNote } from './locked-note.tsx'
import {
  Fields,
  hints,
  ObserverFields,
  ObserverForm,
  type ObserverFormValues,
} from './observer-form.tsx'
import { PinField, shownPin } from './pin-field.tsx'

const Changed = Fields.extend({ pin: Fields.shape.pin.optional() })

const titleOf = (field: keyof ObserverFormValues) =>
  field === 'pin' ? say.pin : fieldWords[field].title

/** Shows a value in an edit conflict, beside the one that another user saved. */
const show = (value: string | boolean, field: keyof ObserverFormValues): string => {
  if (typeof value === 'boolean') return t(value ? say.yes : say.no)
  return field === 'pin' ? shownPin(value) : value
}

/** An existing observer; saving stays on the page. */
export function EditObserver({ observer, isGone }: { observer: Observer; isGone: boolean }) {
  const { id: observerId } = observer
  const stored = { ...factsIn(observerFields, observer), pin: '' }
  const editing = useEditing(stored, observer, ['pin'])
  const { values, collisions, onType, isDirty } = editing
  const edit = useWrite(observers.edit, { touches: touched })
  const form = useForm(
    Changed,
    async () => {
      let isOpened = false
      await editing.save(async (change) => {
        await edit.mutateAsync({ body: { observerId, ...change } })
        isOpened = observer.lockedUntil !== null && Boolean(change.pin)
        return true
      })
      toast.success({ text: t(isOpened ? say.savedAndOpen : say.saved) })
    },
    hints,
  )
  const isUndecided = collisions.length > 0
  const isValid = Changed.safeParse({ ...values, pin: values.pin || undefined }).success

  return (
    <Page
      title={t(say.editObserver)}
      count={observer.name}
      back={<BackToList />}
      actions={<HistoryLink observer={observer} />}
    >
      {isGone ? <GoneNote observer={observer} /> : <LockedNote observer={observer} />}
      <ObserverForm
        // Both sides are shown instead.
        form={isUndecided ? { ...form, problem: undefined } : form}
        isValid={isValid && !isUndecided}
        other={<Delete observer={observer} />}
      >
        <ConflictResolver
          collisions={collisions}
          nameOf={(field) => t(titleOf(field))}
          show={show}
          onSettle={editing.settle}
        />
        <ObserverFields typed={values} onType={onType}>
          <PinField
            label={t(say.pin)}
            description={t(say.pinUnchanged)}
            value={values.pin}
            onChange={(pin) => onType({ pin })}
          />
        </ObserverFields>
      </ObserverForm>
      <Unsaved name={`${t(say.editObserver)}: ${observer.name}`} isDirty={isDirty} />
    </Page>
  )
}

function Delete({ observer }: { observer: Observer }) {
  const search = useSearch({ from: '/signed-in/observatori/profil/$state/id/$observerId' })
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
