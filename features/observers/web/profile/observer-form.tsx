import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { Form } from 'react-aria-components'
import { phoneDigits } from '#features/session/domain.ts'
import { keysOf } from '#kit/contract/field.ts'
import type { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Alert, Field } from '#kit/web/ui/field/field.tsx'
import { Switch } from '#kit/web/ui/field/switch.tsx'
import { fieldWords } from '../../columns.ts'
import { ObserverDraft } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type ObserverFacts, observerTexts } from '../../fields.ts'

/** The values of the fields. */
export type ObserverFormValues = ObserverFacts & { readonly pin: string }

/** The form's fields and their schema. */
export const Fields = ObserverDraft.omit({ ngoId: true, isTest: true })

/** The error texts of the fields. */
export const hints = {
  ...Object.fromEntries(keysOf(observerTexts).map((name) => [name, fieldWords[name].expected])),
  pin: say.pinExpected,
}

export const sheetClass = 'grid max-w-xl gap-4 rounded-md border border-line bg-surface p-4 sm:p-6'

/** A form of an observer's fields, and its buttons. A taken phone is reported beside its field. */
export function ObserverForm({
  form,
  isValid,
  other,
  children,
}: {
  form: ReturnType<typeof useForm>
  /** The input could be saved. */
  isValid: boolean
  /** Further actions. */
  other?: ReactNode
  children: ReactNode
}) {
  const { problem, errors } = form
  const isTaken = problem?.code === 'observer.phone-taken'
  // Another object would refuse the fields again, whatever was typed since.
  const refused = useMemo(
    () => (isTaken ? { ...errors, phone: explain(problem) } : errors),
    [errors, problem, isTaken],
  )
  return (
    <Form
      aria-label={t(say.observer)}
      validationBehavior="aria"
      validationErrors={refused}
      onSubmit={form.submit}
      className={sheetClass}
    >
      {children}
      <Alert>{problem && !isTaken && explain(problem)}</Alert>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button type="submit" look="primary" isDisabled={!isValid} isPending={form.isPending}>
          {t(say.save)}
        </Button>
        <Cancel />
        {other}
      </div>
    </Form>
  )
}

function Cancel() {
  const search = useSearch({ strict: false })
  return (
    <Link to="/observatori" search={search} className={buttonClass('plain')}>
      {t(say.cancel)}
    </Link>
  )
}

const asPhone = {
  inputMode: 'tel',
  validate: (phone: string) =>
    phone !== '' && phoneDigits(phone) === '' ? t(say.phoneExpected) : null,
} as const

type Props = {
  readonly typed: ObserverFacts
  /** Without it they are read-only. */
  readonly onType?: (change: Partial<ObserverFormValues>) => void
  /** The fields between the phone and the test flag. */
  readonly children?: ReactNode
}

export function ObserverFields({ typed, onType, children }: Props) {
  const isDisabled = onType === undefined
  return (
    <>
      {keysOf(observerTexts).map((name) => (
        <Field
          key={name}
          label={t(fieldWords[name].title)}
          name={name}
          value={typed[name]}
          onChange={(value) => onType?.({ [name]: value })}
          isRequired={observerTexts[name].isRequired && !isDisabled}
          isDisabled={isDisabled}
          autoComplete="off"
          maxLength={observerTexts[name].maxLength}
          {...(name === 'phone' && asPhone)}
        />
      ))}
      {children}
      <Switch
        isSelected={typed.isTest}
        onChange={(isTest) => onType?.({ isTest })}
        isDisabled={isDisabled}
      >
        {t(say.test)}
        <span className="block text-small text-muted">{t(say.testAbout)}</span>
      </Switch>
    </>
  )
}
