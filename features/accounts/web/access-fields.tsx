import { useState } from 'react'
import { type Role, rightsByRole } from '#kit/contract/roles.ts'
import { t } from '#kit/web/language.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { ManyChoice } from '#kit/web/ui/field/many-choice.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import type { AccountAccess } from '../contract.ts'
import { aboutRoles, roleNames, say } from '../copy.ts'

/** A county to choose from. */
export type County = { readonly code: string; readonly name: string }

/** A limit without any county is incomplete. */
export const isComplete = ({ countyCodes }: AccountAccess) => countyCodes?.length !== 0

type Props = {
  readonly chosen: AccountAccess
  readonly onChoose: (chosen: AccountAccess) => void
  readonly counties: readonly County[]
  /** Only organisers appoint organisers, and only in their own organisation. */
  readonly mayOrganise: boolean
}

/** Fields for the role of an account and its counties. */
export function AccessFields({ chosen, onChoose, counties, mayOrganise }: Props) {
  const roles = (Object.keys(rightsByRole) as Role[]).filter(
    (role) => mayOrganise || role !== 'organiser',
  )
  return (
    <>
      <Select
        label={t(say.role)}
        description={t(aboutRoles[chosen.role])}
        items={roles.map((id) => ({ id, text: t(roleNames[id]) }))}
        value={chosen.role}
        onChange={(role) => onChoose({ ...chosen, role })}
        isRequired
      />
      <CountyLimit
        about={t(say.limitedAbout)}
        codes={chosen.countyCodes}
        counties={counties}
        onChange={(countyCodes) => onChoose({ ...chosen, countyCodes })}
      />
    </>
  )
}

/** All counties, or only some. */
export function CountyLimit({
  about,
  codes,
  counties,
  onChange,
}: {
  /** What the limit means. */
  readonly about?: string
  /** Null: no limit. */
  readonly codes: string[] | null
  readonly counties: readonly County[]
  readonly onChange: (codes: string[] | null) => void
}) {
  /** Removing the limit and setting it again restores the choice. */
  const [kept, keep] = useState(codes ?? [])
  const limit = (isLimited: boolean) => {
    if (codes) keep(codes)
    onChange(isLimited ? kept : null)
  }
  return (
    <>
      <Checkbox
        isSelected={codes !== null}
        onChange={limit}
        {...(about !== undefined && { description: about })}
      >
        {t(say.limited)}
      </Checkbox>
      {codes && (
        <Counties
          codes={new Set(codes)}
          counties={counties}
          onChange={(chosen) => onChange([...chosen].sort())}
        />
      )}
    </>
  )
}

function Counties({
  codes,
  counties,
  onChange,
}: {
  codes: ReadonlySet<string>
  counties: readonly County[]
  onChange: (codes: ReadonlySet<string>) => void
}) {
  const known = new Set(counties.map(({ code }) => code))
  // Codes from another election: they stay until a user removes them.
  const others = [...codes].filter((code) => !known.has(code))
  return (
    <ManyChoice
      label={t(say.counties)}
      items={[
        ...counties.map(({ code, name }) => ({ id: code, text: `${name} (${code})` })),
        ...others.map((code) => ({ id: code, text: t(say.ofOtherElection, { code }) })),
      ]}
      chosen={codes}
      onChange={onChange}
      summary={t(say.countiesChosen, { count: codes.size })}
    />
  )
}
