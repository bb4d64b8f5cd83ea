import { useState } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys, setLettersKeys } from '#kit/web/letter-keys.ts'
import { Switch } from '#kit/web/ui/field/switch.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import { useNavigation } from '../frame/use-navigation.ts'
import { say } from './copy.ts'

type Line = { readonly keys: readonly string[]; readonly does: Copy }

const everywhere: readonly Line[] = [
  { keys: ['Ctrl', 'K'], does: say.showPalette },
  { keys: ['/'], does: say.toFilter },
  { keys: ['?'], does: say.showKeys },
]

const inLists: readonly Line[] = [
  { keys: ['j'], does: say.nextRow },
  { keys: ['k'], does: say.previousRow },
  { keys: ['Enter'], does: say.openRow },
  { keys: ['n'], does: say.nextFlagged },
  { keys: ['Esc'], does: say.backToRow },
  { keys: ['Alt', '↓'], does: say.moveRow },
]

/** What every key does. */
export function KeyPage({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areLettersKeys())
  const { beforeGuide, afterGuide } = useNavigation()
  const entries = [...beforeGuide, ...afterGuide]
  return (
    <Dialog title={t(say.keys)} isOpen onClose={onClose} width="medium">
      <div className="grid gap-6 sm:grid-cols-2">
        <Lines
          title={say.goTo}
          lines={entries.map(({ letter, label }) => ({ keys: ['g', letter], does: label }))}
        />
        <div className="grid content-start gap-6">
          <Lines title={say.everywhere} lines={everywhere} />
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
          <div key={keys.join(' ')} className="flex items-baseline justify-between gap-4">
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
