import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox, ReadOnlyCheckbox } from '#kit/web/ui/field/checkbox.tsx'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { DayField } from '#kit/web/ui/field/day-field.tsx'
import { Field, PasswordField } from '#kit/web/ui/field/field.tsx'
import { FileField } from '#kit/web/ui/field/file-field.tsx'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import { SearchField } from '#kit/web/ui/field/search-field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Switch } from '#kit/web/ui/field/switch.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'

const counties = Array.from({ length: 42 }, (_, index) => ({
  id: String(index),
  text: `County ${index + 1}`,
}))

const kinds = [
  { id: 'single', text: 'One choice' },
  { id: 'multiple', text: 'Several choices' },
] as const

const grid = 'grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** Every field at rest, refused and disabled. */
export function Fields() {
  const [county, setCounty] = useState<string | null>('3')
  const [day, setDay] = useState('2026-11-22')
  const [kind, setKind] = useState<'single' | 'multiple' | null>(null)
  return (
    <Card title="Fields">
      <div className={grid}>
        <Field label="Name" description="As in the passport" />
        <PasswordField label="Pin" defaultValue="1234" />
        <SearchField label="Search" placeholder="Name or phone" />
        <NumberField label="From station" minValue={1} maxValue={1200} defaultValue={1} />
        <Select label="Kind" items={kinds} value={kind} onChange={setKind} />
        <Choice label="County" items={counties} value={county} onChange={setCounty} />
        <DayField label="Day" value={day} onChange={setDay} />
        <TextArea label="Message" maxLength={200} defaultValue="Close the station at nine." />
        <Files />
        <Boxes />
      </div>
      <Form
        aria-label="Refused"
        validationBehavior="aria"
        validationErrors={{ name: 'The name is missing.', message: 'The message is missing.' }}
        className={grid}
      >
        <Field label="Name" name="name" />
        <TextArea label="Message" name="message" />
        <FileField
          label="File"
          file={undefined}
          onChange={() => undefined}
          error="The file is missing."
        />
      </Form>
      <div className={grid}>
        <Field label="Name" isDisabled defaultValue="Ana Pop" />
        <NumberField label="Number" isDisabled defaultValue={3} />
        <Select label="Kind" isDisabled items={kinds} value="single" onChange={setKind} />
        <Choice label="County" isDisabled items={counties} defaultKey="4" />
      </div>
    </Card>
  )
}

function Files() {
  const [file, setFile] = useState<File>()
  return (
    <FileField
      label="Observers"
      description="A table with the columns Phone, Pin, Name"
      endings={['.csv']}
      file={file}
      onChange={setFile}
    />
  )
}

function Boxes() {
  const [isOn, setOn] = useState(true)
  return (
    <div className="grid gap-2">
      <Checkbox isSelected={isOn} onChange={setOn} description="It is asked only abroad">
        Only diaspora
      </Checkbox>
      <Checkbox isSelected={false} isIndeterminate onChange={setOn}>
        Some of them
      </Checkbox>
      <Checkbox isSelected isDisabled onChange={setOn}>
        Disabled
      </Checkbox>
      <ReadOnlyCheckbox isChecked isAlarm>
        The box was not sealed
      </ReadOnlyCheckbox>
      <Switch isSelected={isOn} onChange={setOn}>
        Flagged
      </Switch>
      <Switch isSelected isDisabled onChange={setOn}>
        Disabled
      </Switch>
    </div>
  )
}
