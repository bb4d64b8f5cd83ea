import { useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { say } from '../../copy.ts'
import { ObserverFilters } from '../search.ts'
import { isNarrowed, useListSearch } from './list-search.ts'

/** The filters of the list. Their values are in the URL, and another URL resets them. */
export function FilterForm() {
  const { search, go, isTrash } = useListSearch()
  const place = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useTyped(search)
  const form = useForm(ObserverFilters, ({ name, phone }) => go({ name, phone }))
  const isEmpty = typed.name.trim() === '' && typed.phone.trim() === ''

  const clear = () => {
    setTyped(nothing)
    if (isNarrowed(search)) go({ name: undefined, phone: undefined })
  }
  const type = (change: Partial<typeof nothing>) => {
    const next = { ...typed, ...change }
    // The buttons have no use then, so emptied fields show everybody by themselves.
    if (next.name === '' && next.phone === '') clear()
    else setTyped(next)
  }

  return (
    <Form
      ref={place}
      role="search"
      aria-label={t(say.filters)}
      validationBehavior="aria"
      validationErrors={form.errors}
      onSubmit={form.submit}
      className="grid min-w-0 grow grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      <Field
        label={t(say.name)}
        name="name"
        value={typed.name}
        onChange={(name) => type({ name })}
        className="sm:w-64"
      />
      <Field
        label={t(say.phone)}
        name="phone"
        value={typed.phone}
        onChange={(phone) => type({ phone })}
        inputMode="tel"
        className="sm:w-48"
      />
      {!isTrash && (
        <Checkbox
          isSelected={search.cannotSignIn === true}
          onChange={(isWanted) => go({ cannotSignIn: isWanted || undefined })}
          className="col-span-2 sm:mb-1.5"
        >
          {t(say.cannotSignIn)}
        </Checkbox>
      )}
      <div className="col-span-2 flex gap-2">
        <Button type="submit" look="quiet" isDisabled={isEmpty}>
          {t(say.filter)}
        </Button>
        <Button
          isDisabled={isEmpty}
          onPress={() => {
            clear()
            // The pressed button can no longer have the focus.
            place.current?.querySelector('input')?.focus()
          }}
        >
          {t(say.reset)}
        </Button>
      </div>
    </Form>
  )
}

const nothing = { name: '', phone: '' }

/** The values of the fields: from the URL, until the user types. */
function useTyped({ name = '', phone = '' }: ObserverFilters) {
  const [typed, setTyped] = useState({ name, phone })
  const [shown, setShown] = useState({ name, phone })
  if (shown.name !== name || shown.phone !== phone) {
    setShown({ name, phone })
    setTyped({ name, phone })
  }
  return [typed, setTyped] as const
}
