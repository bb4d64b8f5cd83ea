import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import { type Category, incidents } from '../contract.ts'
import { say } from './copy.ts'
import { nameOfCategory, touches } from './use-incidents.ts'

/** Where organisers add, rename and retire categories. */
export function CategoriesWindow({ onClose }: { onClose: () => void }) {
  const categories = useQuery(read(incidents.listCategories, {}))
  const add = useWrite(incidents.addCategory, touches)
  return (
    <Dialog title={t(say.categories)} isOpen onClose={onClose} width="medium">
      <NameForm
        label={t(say.newCategory)}
        submit={t(say.addCategory)}
        onSave={(name) => add.mutateAsync({ body: { name } })}
      />
      <Loaded query={categories}>
        {(all) => (
          <ul aria-label={t(say.categories)} className="divide-y divide-line">
            {all.map((one) => (
              <Row key={one.code} category={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}

function Row({ category }: { category: Category }) {
  const { code, isRetired, incidents: count } = category
  const name = nameOfCategory(category)
  const edit = useWrite(incidents.editCategory, touches)
  const { isPending, attempt } = useAttempt()
  const [isRenaming, setRenaming] = useState(false)
  const change = (body: { name: string } | { isRetired: boolean }) =>
    edit.mutateAsync({ params: { code }, body })
  return (
    <li className="grid gap-2 py-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className={`min-w-0 flex-1 wrap-anywhere ${isRetired ? 'text-muted' : ''}`}>
          {isRetired ? t(say.retiredOf, { name }) : name}
          <span className="ms-2 text-small text-muted">{t(say.count, { count })}</span>
        </span>
        <Button
          size="small"
          aria-expanded={isRenaming}
          aria-label={t(say.renameOf, { name })}
          onPress={() => setRenaming(!isRenaming)}
        >
          {t(say.rename)}
        </Button>
        <Button
          size="small"
          isPending={isPending}
          aria-label={t(isRetired ? say.offerOf : say.retireOf, { name })}
          onPress={() => attempt(() => change({ isRetired: !isRetired }))}
        >
          {t(isRetired ? say.offer : say.retire)}
        </Button>
      </div>
      {isRenaming && (
        <NameForm
          label={t(say.newName)}
          submit={t(say.save)}
          first={name}
          onSave={async (typed) => {
            await change({ name: typed })
            setRenaming(false)
          }}
        />
      )}
    </li>
  )
}

function NameForm({
  label,
  submit,
  first = '',
  onSave,
}: {
  label: string
  submit: string
  first?: string
  onSave: (name: string) => Promise<unknown>
}) {
  const [name, setName] = useState(first)
  const { isPending, attempt } = useAttempt()
  const save = (event: FormEvent) => {
    event.preventDefault()
    attempt(async () => {
      await onSave(name)
      setName('')
    })
  }
  return (
    <form noValidate onSubmit={save} className="flex items-end gap-2">
      <Field
        label={label}
        value={name}
        onChange={setName}
        maxLength={100}
        className="min-w-0 flex-1"
      />
      <Button type="submit" isPending={isPending} isDisabled={name.trim() === ''}>
        {submit}
      </Button>
    </form>
  )
}
