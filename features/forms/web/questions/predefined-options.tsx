import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { say } from '../../copy.ts'
import { useActs } from '../editor/form-editor-acts.ts'
import type { Key } from '../editor/form-parts.ts'
import { groups, recallChosen, rememberChosen } from './predefined.ts'

/** Adds common options to a question; the selection is offered again the next time. */
export function PredefinedOptions({ question }: { question: Key | undefined }) {
  const { chooseTexts } = useActs()
  return (
    <Dialog
      title={t(say.predefinedTitle)}
      isOpen={question !== undefined}
      onClose={() => chooseTexts(undefined)}
    >
      {question !== undefined && <Choices question={question} />}
    </Dialog>
  )
}

function Choices({ question }: { question: Key }) {
  const { addTexts, chooseTexts } = useActs()
  const [chosen, setChosen] = useState(recallChosen)
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
    rememberChosen(next)
  }
  const add = () => {
    const all = groups.flatMap(({ choices }) => [...choices])
    addTexts(
      question,
      all.filter(({ id }) => chosen.has(id)).map(({ text }) => t(text)),
    )
    chooseTexts(undefined)
  }

  return (
    <>
      {groups.map(({ id, title, choices }) => (
        <fieldset key={id} className="grid gap-2">
          <legend className="mb-1 text-small font-strong text-muted">{t(title)}</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {choices.map((choice) => (
              <Checkbox
                key={choice.id}
                isSelected={chosen.has(choice.id)}
                onChange={(isChosen) => choose(choice.id, isChosen)}
              >
                {t(choice.text)}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      ))}
      <DialogButtons>
        <Button onPress={() => chooseTexts(undefined)}>{t(say.cancel)}</Button>
        <Button look="primary" isDisabled={chosen.size === 0} onPress={add}>
          {t(say.add)}
        </Button>
      </DialogButtons>
    </>
  )
}
