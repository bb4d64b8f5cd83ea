import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import type { Question } from '#features/forms/contract.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/dialog.tsx'
import { Alert } from '#kit/web/ui/field.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import type { Placing, Unplaced } from '../contract.ts'
import { say } from '../copy.ts'
import { readSent, stationOf, wordsOf } from './sent.ts'
import { StationFields } from './station-fields.tsx'
import { type Station, useStationChoice } from './use-station-choice.ts'

type Props = {
  readonly report: Unplaced
  readonly questions: ReadonlyMap<number, Question>
  readonly onPlace: (placing: Placing) => Promise<void>
  readonly onClose: () => void
}

/** Asks for what the report lacked: the station, or the answer that was meant. */
export function PlaceReport(props: Props) {
  const { report, questions, onClose } = props
  return (
    <Dialog title={t(say.placeTitle)} isOpen onClose={onClose} width="medium">
      <p className="rounded-md bg-sunken px-3 py-2 wrap-anywhere">
        {wordsOf(report, questions) || t(say.stationInfo)}
        <span className="block text-small text-muted">
          {stationOf(report)} · {report.observerName}, {report.observerPhoneNumber}
        </span>
      </p>
      <PlaceForm {...props} />
    </Dialog>
  )
}

function PlaceForm({ report, questions, onPlace, onClose }: Props) {
  const lacksStation = report.reason === 'no-such-station'
  const sent = readSent(report)
  const choice = useStationChoice(sent)
  const { station } = choice
  const [optionId, setOption] = useState<string | null>(null)
  const [isAlike, setAlike] = useState(report.alike > 1)
  const [problem, setProblem] = useState<Problem>()
  const [isPending, setPending] = useState(false)
  const options = questions.get(sent.questionId ?? 0)?.optionsToQuestions ?? []
  const isFilled = lacksStation
    ? station.countyCode !== null && Number.isFinite(station.number)
    : optionId !== null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPending(true)
    try {
      await onPlace(lacksStation ? { ...placeOf(station), alike: isAlike } : optionOf(optionId))
      onClose()
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      setProblem(failure)
    } finally {
      setPending(false)
    }
  }

  return (
    <Form onSubmit={(event) => void submit(event)} className="grid gap-4">
      {lacksStation ? (
        <>
          <StationFields {...choice} />
          {report.alike > 1 && (
            <Checkbox isSelected={isAlike} onChange={setAlike}>
              {t(say.placeAlike, { count: report.alike })}
            </Checkbox>
          )}
        </>
      ) : (
        <Select
          label={t(say.option)}
          items={options.map(({ optionId: id, text }) => ({ id: String(id), text }))}
          value={optionId}
          onChange={setOption}
          isRequired
          {...(options.length === 0 && { description: t(say.noQuestion) })}
        />
      )}
      <Alert>{problem && explain(problem)}</Alert>
      <DialogButtons>
        <Button onPress={onClose}>{t(say.cancel)}</Button>
        <Button type="submit" look="primary" isDisabled={!isFilled} isPending={isPending}>
          {t(say.place)}
        </Button>
      </DialogButtons>
    </Form>
  )
}

const placeOf = ({ countyCode, municipalityCode, number }: Station): Placing => ({
  station: { countyCode: countyCode ?? '', municipalityCode, pollingStationNumber: number },
  alike: false,
})

const optionOf = (optionId: string | null): Placing => ({
  optionId: Number(optionId) as Id<'options'>,
  alike: false,
})
