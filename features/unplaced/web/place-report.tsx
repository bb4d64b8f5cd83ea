import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import type { Question } from '#features/forms/contract.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { useSingleFlight } from '#kit/web/edit/single-flight.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import type { Placing, Unplaced } from '../contract.ts'
import { say } from '../copy.ts'
import { AnswerFields } from './answer-fields.tsx'
import { readSent, stationOf, wordsOf } from './sent.ts'
import { StationFields } from './station-fields.tsx'
import { useLacking } from './use-lacking.ts'
import type { QuestionOf } from './use-questions.ts'
import { type Station, useStationChoice } from './use-station-choice.ts'

type Props = {
  readonly report: Unplaced
  readonly questions: ReadonlyMap<number, Question>
  readonly questionOf: QuestionOf
  readonly onPlace: (placing: Placing) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the missing station or answer of the report. */
export function PlaceReport(props: Props) {
  const { report, questionOf, onClose } = props
  return (
    <Dialog title={t(say.placeTitle)} isOpen onClose={onClose} width="medium">
      <p className="rounded-md bg-sunken px-3 py-2 wrap-anywhere">
        {wordsOf(report, questionOf) || t(say.stationInfo)}
        <span className="block text-small text-muted">
          {stationOf(report)} · {report.observerName}, {report.observerPhoneNumber}
        </span>
      </p>
      <PlaceForm {...props} />
    </Dialog>
  )
}

function PlaceForm({ report, questions, onPlace, onClose }: Props) {
  const { alike } = report
  const { isLate, lacksStation, lacksOption, learn } = useLacking(report)
  const sent = readSent(report)
  const choice = useStationChoice(sent)
  const { station } = choice
  const [optionId, setOption] = useState<string | null>(null)
  const [isAlike, setAlike] = useState(alike > 1)
  // A chosen option, or another station for a late report, applies to this report only.
  const hasAlike = alike > 1 && !lacksOption && lacksStation !== isLate
  const [problem, setProblem] = useState<Problem>()
  const { isPending, once } = useSingleFlight()
  const isFilled =
    (!lacksStation || (station.countyCode !== null && Number.isFinite(station.number))) &&
    (!lacksOption || optionId !== null)

  const placing = (): Placing => ({
    ...(lacksStation ? placeOf(station) : {}),
    ...(lacksOption ? optionOf(optionId) : { alike: isAlike && hasAlike }),
  })
  const place = async () => {
    try {
      await onPlace(placing())
      onClose()
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      if (!learn(failure)) setProblem(failure)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void once(place)
  }

  return (
    <Form onSubmit={submit} className="grid gap-4">
      {lacksStation && <StationFields {...choice} />}
      <Alike
        report={report}
        isAsSent={isLate && !lacksStation && !lacksOption}
        isOffered={hasAlike}
        isSelected={isAlike}
        onChange={setAlike}
      />
      {lacksOption && (
        <>
          {lacksStation && <p role="status">{t(say.chooseAnswer)}</p>}
          <AnswerFields
            questionId={sent.questionId}
            questions={questions}
            optionId={optionId}
            onChange={setOption}
          />
        </>
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

type AlikeProps = {
  readonly report: Unplaced
  readonly isAsSent: boolean
  readonly isOffered: boolean
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
}

/** Shows the place of a complete report, and offers to place all with the same cause. */
function Alike({ report: { alike, reason }, isAsSent, isOffered, ...checkbox }: AlikeProps) {
  const words = reason === 'election-archived' ? say.placeLate : say.placeAlike
  return (
    <>
      {isAsSent && <p>{t(say.placeAsSent)}</p>}
      {isOffered && <Checkbox {...checkbox}>{t(words, { count: alike })}</Checkbox>}
    </>
  )
}

const placeOf = ({ countyCode, municipalityCode, number }: Station) => ({
  station: { countyCode: countyCode ?? '', municipalityCode, pollingStationNumber: number },
})

const optionOf = (optionId: string | null) => ({
  optionId: Number(optionId) as Id<'options'>,
  alike: false,
})
