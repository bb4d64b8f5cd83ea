import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { language, t } from '#kit/web/language.ts'
import { padMoment, typedMoment } from '#kit/web/moments.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { audienceIn } from '../../columns.ts'
import { type Audience, type Milestone, MilestoneDraft, milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { counted } from '../deployment/use-deployment.ts'
import { AudienceFields } from './audience-fields.tsx'
import { DeadlineFields, isDeadline } from './deadline-fields.tsx'

const Named = MilestoneDraft.pick({ name: true, dueAfterMinutes: true })

const names = {
  name: say.milestoneName,
  dueAt: say.dueBy,
  dueAfterMinutes: say.minutes,
  forStation: say.forStation,
  audience: say.owedBy,
}

/** @param milestone its current state. */
export function EditMilestone({
  milestone,
  election: { day, timezone },
  onClose,
}: {
  milestone: Milestone
  election: { readonly day: string; readonly timezone: string }
  onClose: () => void
}) {
  const { id, name, dueAt, dueAfterMinutes, forStation, audience, areas } = milestone
  const typedAt = dueAt && typedMoment(dueAt, timezone)
  const editing = useEditing(
    { name, dueAt: typedAt, dueAfterMinutes, forStation, audience },
    milestone,
  )
  const { values, onType } = editing
  const edit = useWrite(milestones.edit, { touches: [milestones.list, ...counted] })
  const form = useForm(
    Named,
    () =>
      editing.save(async ({ dueAt: at, ...change }) => {
        const body = { ...change, ...(at !== undefined && { dueAt: at && padMoment(at) }) }
        await edit.mutateAsync({ params: { id }, body })
        toast.success({ text: t(say.saved) })
        onClose()
        return true
      }),
    { name: say.nameExpected, dueAfterMinutes: say.noneSoLong },
  )
  return (
    <EditingWindow
      title={t(say.editTitle)}
      form={form}
      submit={t(say.save)}
      editing={editing}
      names={names}
      show={shown}
      width="medium"
      isIncomplete={values.name.trim() === '' || !isDeadline(values)}
      onClose={onClose}
    >
      <Field
        label={t(say.milestoneName)}
        name="name"
        value={values.name}
        onChange={(next) => onType({ name: next })}
        maxLength={100}
        isRequired
      />
      <DeadlineFields value={values} onChange={onType} day={day} />
      <Checkbox
        isSelected={values.forStation}
        onChange={(isOn) => onType({ forStation: isOn })}
        description={t(say.forStationAbout)}
      >
        {t(say.forStation)}
      </Checkbox>
      <AudienceFields
        value={values.audience}
        onChange={(next) => onType({ audience: next })}
        known={areas}
        minutes={values.dueAfterMinutes}
      />
    </EditingWindow>
  )
}

/** Shows a value in an edit conflict, beside the one that a colleague has saved meanwhile. */
function shown(value: Audience | string | number | boolean | null): string {
  if (typeof value === 'boolean') return t(value ? say.yes : say.no)
  if (value === null || typeof value !== 'object') return String(value ?? '')
  const { areaIds } = value
  const places = areaIds.length > 0 ? [t(say.placesChosen, { count: areaIds.length })] : []
  return audienceIn(language, value, places)
}
