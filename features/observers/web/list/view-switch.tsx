import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'

export type View = 'list' | 'cards'

const views = [
  { id: 'list', icon: 'list', name: say.asList },
  { id: 'cards', icon: 'cards', name: say.asCards },
] as const

/** Rows or cards; on narrow screens there are only cards. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset
      aria-label={t(say.shownAs)}
      className="flex rounded-md border border-line bg-sunken p-px max-md:hidden"
    >
      {views.map(({ id, icon, name }) => (
        <Button
          key={id}
          look="bare"
          size="square"
          aria-label={t(name)}
          aria-pressed={id === view}
          onPress={() => onChange(id)}
          className={
            id === view ? 'bg-raised text-ours shadow-[0_0_0_1px_var(--color-line)]' : 'text-muted'
          }
        >
          <Icon name={icon} />
        </Button>
      ))}
    </fieldset>
  )
}
