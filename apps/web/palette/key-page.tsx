import { useState } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys, setLettersKeys } from '#kit/web/letter-keys.ts'
import { Switch } from '#kit/web/ui/field/switch.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import { useNavigation } from '../frame/use-navigation.ts'
import { say } from './copy.ts'
import { keyed } from './page-acts.ts'

type Line = { readonly keys: readonly string[]; readonly does: Copy }

const everywhere: readonly Line[] = [
  { keys: ['Ctrl', 'K'], does: say.showPalette },
  { keys: ['/'], does: say.toFilter },
  { keys: ['?'], does: say.showKeys },
  { keys: ['Esc'], does: say.closeWindow },
]

const inFilters: readonly Line[] = [
  { keys: ['Enter'], does: say.applyFilter },
  { keys: ['Esc'], does: say.leaveFilter },
]

const inLists: readonly Line[] = [
  { keys: ['j'], does: say.nextRow },
  { keys: ['k'], does: say.previousRow },
  { keys: ['Enter'], does: say.openRow },
  ...Object.entries(keyed).map(([key, does]) => ({ keys: [key], does })),
  { keys: ['1', '…', '5'], does: say.callOutcome },
  { keys: ['Esc'], does: say.backToRow },
  { keys: ['Esc'], does: say.endSelection },
  { keys: ['Alt', '↑', '↓'], does: say.moveRow },
]

const inForms: readonly Line[] = [
  { keys: ['Ctrl', 'Z'], does: say.undoRemoval },
  { keys: ['Enter'], does: say.addOption },
]

const onScreen: readonly Line[] = [
  { keys: ['→', '←'], does: say.otherPage },
  { keys: ['Space'], does: say.pausePages },
]

/** What every key does. */
export function KeyPage({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areLettersKeys())
  const { beforeGuide, afterGuide } = useNavigation()
  const entries = [...beforeGuide, ...afterGuide]
  return (
    <Dialog title={t(say.keys)} isOpen onClose={onClose} width="large">
      <div className="grid gap-6 sm:grid-cols-2">
        <div className="grid content-start gap-6">
          <Lines
            title={say.goTo}
            lines={entries.map(({ letter, label }) => ({ keys: ['g', letter], does: label }))}
          />
          <Lines title={say.inForms} lines={inForms} />
          <Lines title={say.onScreen} lines={onScreen} />
        </div>
        <div className="grid content-start gap-6">
          <Lines title={say.everywhere} lines={everywhere} />
          <Lines title={say.filters} lines={inFilters} />
          <Lines title={say.inLists} lines={inLists} />
        </div>
      </div>
      <div className="border-t border-line pt-4">
        <Switch
          isSelected={isOn}
          onChange={(isChosen) => {
            setLettersKeys(isChosen)
            setOn(isChosen)
          }}
        >
          {t(say.letters)}
        </Switch>
        <p className="text-small text-muted">{t(say.lettersWhy)}</p>
      </div>
    </Dialog>
  )
}

function Lines({ title, lines }: { title: Copy; lines: readonly Line[] }) {
  return (
    <section className="grid content-start gap-1">
      <h3 className="text-small font-strong text-muted">{t(title)}</h3>
      <dl className="grid gap-1">
        {lines.map(({ keys, does }) => (
          <div key={t(does)} className="flex items-baseline justify-between gap-4">
            <dt>{t(does)}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((each) => (
                <Key key={each}>{each}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
