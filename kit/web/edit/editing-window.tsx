import type { ReactNode } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '../language.ts'
import { ConflictResolver } from './conflict-resolver.tsx'
import type { Editing } from './editing.ts'
import type { useForm } from './form.ts'
import { FormWindow } from './form-window.tsx'

type Values = Readonly<Record<string, unknown>>

/** A window for editing something that others may edit at the same time, without losing anyone's changes. */
export function EditingWindow<V extends Values>({
  editing,
  names,
  show = String,
  isIncomplete = false,
  form,
  children,
  ...window
}: {
  title: string
  form: ReturnType<typeof useForm>
  submit: string
  editing: Editing<V>
  /** The label of each field. */
  names: { readonly [Field in keyof V & string]: Copy }
  /** A value as the window shows it. */
  show?: (value: V[keyof V], field: keyof V & string) => string
  isIncomplete?: boolean
  width?: 'small' | 'medium'
  onClose: () => void
  children: ReactNode
}) {
  const { collisions, settle } = editing
  const isUndecided = collisions.length > 0
  return (
    <FormWindow
      {...window}
      // Both sides are shown instead.
      form={isUndecided ? { ...form, problem: undefined } : form}
      isIncomplete={isIncomplete || isUndecided}
      isDirty={editing.isDirty}
    >
      <ConflictResolver
        collisions={collisions}
        nameOf={(field) => t(names[field])}
        show={show}
        onSettle={settle}
      />
      {children}
    </FormWindow>
  )
}
