import { useState } from 'react'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { padMoment } from '#kit/web/moments.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { everybody, MilestoneDraft, milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { counted } from '../deployment/use-deployment.ts'
import { AudienceFields } from './audience-fields.tsx'
import { DeadlineFields, isDeadline, type TypedDeadline } from './deadline-fields.tsx'
import { type ChosenSubject, isSubject, SubjectFields, subjectOf } from './subject-fields.tsx'

const Named = MilestoneDraft.pick({ name: true, dueAfterMinutes: true })

const firstSubject: ChosenSubject = {
  ...{ kind: 'arrival', formId: null, questionId: null, notificationId: null },
}

export function AddMilestone({ day, onClose }: { day: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [subject, setSubject] = useState(firstSubject)
  const [firstDeadline] = useState<TypedDeadline>({ dueAt: `${day} 06:30`, dueAfterMinutes: null })
  const [deadline, setDeadline] = useState(firstDeadline)
  const [forStation, setForStation] = useState(false)
  const [audience, setAudience] = useState(everybody)
  const add = useWrite(milestones.add, { touches: [milestones.list, ...counted] })
  const form = useForm(
    Named,
    async ({ name: named }) => {
      const { dueAt, dueAfterMinutes } = deadline
      const due = dueAt === null ? { dueAfterMinutes } : { dueAt: padMoment(dueAt) }
      const owing = { ...subjectOf(subject), ...due, forStation, audience }
      await add.mutateAsync({ body: { name: named, ...owing } })
      toast.success({ text: t(say.added, { name: named }) })
      onClose()
    },
    { name: say.nameExpected, dueAfterMinutes: say.noneSoLong },
  )
  return (
    <FormWindow
      title={t(say.add)}
      form={form}
      submit={t(say.add)}
      isIncomplete={name.trim() === '' || !isSubject(subject) || !isDeadline(deadline)}
      isDirty={
        name !== '' ||
        subject !== firstSubject ||
        deadline !== firstDeadline ||
        forStation ||
        audience !== everybody
      }
      width="medium"
      onClose={onClose}
    >
      <Field
        label={t(say.milestoneName)}
        name="name"
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
      />
      <SubjectFields value={subject} onChange={(change) => setSubject({ ...subject, ...change })} />
      <DeadlineFields value={deadline} onChange={setDeadline} day={day} />
      <Checkbox
        isSelected={forStation}
        onChange={setForStation}
        description={t(say.forStationAbout)}
      >
        {t(say.forStation)}
      </Checkbox>
      <AudienceFields value={audience} onChange={setAudience} minutes={deadline.dueAfterMinutes} />
    </FormWindow>
  )
}
