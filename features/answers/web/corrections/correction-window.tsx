import { useState } from 'react'
import * as z from 'zod'
import { isChoice } from '#features/forms/kind-domain.ts'
import { ValueEntry } from '#features/forms/web/value-entry.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { correctionReason } from '../../corrections-contract.ts'
import { choose, chosenIn, valueChosen, write } from '../choices.ts'
import type { Correctable } from '../filled-form.ts'
import { OptionChoice } from '../option-choice.tsx'
import type { ThreadKey } from '../search.ts'
import { say } from './copy.ts'
import { useCorrecting } from './use-correcting.ts'

const Fields = z.object({ reason: correctionReason })

type Props = {
  readonly open: ThreadKey
  readonly question: Correctable
  readonly onClose: () => void
}

/** Chooses the answer that counts, and asks for a reason. */
export function CorrectionWindow({ open, question, onClose }: Props) {
  const { worded, answer } = question
  // What arrives meanwhile is refused by the server, not overwritten.
  const [seen] = useState(answer)
  const [chosen, setChosen] = useState(chosenIn(answer))
  const [isTouched, setTouched] = useState(false)
  const { correct } = useCorrecting(open, question)
  const form = useForm(
    Fields,
    async ({ reason }) => {
      await correct({ options: chosen, reason }, seen)
      onClose()
    },
    { reason: say.reasonExpected },
  )
  const change = (next: typeof chosen) => {
    setChosen(next)
    setTouched(true)
  }
  return (
    <FormWindow
      title={t(say.correctOf, { code: worded.code })}
      form={form}
      submit={t(say.correct)}
      isIncomplete={!isTouched}
      width="medium"
      onClose={onClose}
    >
      <p className="wrap-anywhere">{worded.text}</p>
      <fieldset className="grid min-w-0 gap-1">
        <legend className="mb-1 text-small text-muted">{t(say.options)}</legend>
        {isChoice(worded.kind) ? (
          worded.optionsToQuestions.map((option) => (
            <OptionChoice
              key={option.optionId}
              option={option}
              question={worded}
              chosen={chosen.find(({ optionId }) => optionId === option.optionId)}
              hasFocus={isTouched}
              onToggle={() => change(choose(worded, chosen, option.optionId))}
              onType={(value) => change(write(chosen, option.optionId, value))}
            />
          ))
        ) : (
          <ValueEntry
            question={worded}
            value={chosen[0]?.value ?? ''}
            onType={(value) => change(valueChosen(worded, value))}
          />
        )}
        <Button
          look="clear"
          size="small"
          isDisabled={chosen.length === 0}
          onPress={() => change([])}
          className="justify-self-start"
        >
          {t(say.clear)}
        </Button>
      </fieldset>
      <TextArea
        name="reason"
        label={t(say.reason)}
        description={t(say.reasonAbout)}
        maxLength={500}
        isRequired
      />
    </FormWindow>
  )
}
