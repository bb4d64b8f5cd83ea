import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { places } from '#features/places/contract.ts'
import { titleOf } from '#features/places/web/use-counties.ts'
import type { Copy } from '#kit/contract/copy.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { t } from '#kit/web/language.ts'
import { read, useTouch, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { ManyChoice } from '#kit/web/ui/field/many-choice.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Switch } from '#kit/web/ui/field/switch.tsx'
import { alerts, type EmailState, type AlertSettings as Settings } from '../contract.ts'
import { alertKinds } from '../domain.ts'
import { kindNames, say } from './copy.ts'

/** Which alerts the user wants; a change is stored at once. */
export function AlertSettings() {
  const query = useQuery(read(alerts.settings, {}))
  return (
    <Card title={t(say.wanted)}>
      <Loaded query={query}>{(stored) => <Fields stored={stored} />}</Loaded>
    </Card>
  )
}

function Fields({ stored: { email, ...stored } }: { stored: Reply<typeof alerts.settings> }) {
  const { chosen, choose } = useChoosing(stored)
  const { mutedKinds, mutedCountyCodes, quietHours, byEmail } = chosen
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        {alertKinds.map((kind) => (
          <Switch
            key={kind}
            isSelected={!mutedKinds.includes(kind)}
            onChange={(isWanted) => {
              const others = mutedKinds.filter((one) => one !== kind)
              choose({ mutedKinds: isWanted ? others : [...others, kind] })
            }}
          >
            {t(kindNames[kind])}
          </Switch>
        ))}
      </div>
      <QuietHours hours={quietHours} onChange={(hours) => choose({ quietHours: hours })} />
      <div>
        <Switch
          isSelected={byEmail}
          isDisabled={email !== 'possible' && !byEmail}
          onChange={(isWanted) => choose({ byEmail: isWanted })}
        >
          {t(say.byEmail)}
        </Switch>
        <p className="text-small text-muted">{t(emailNotes[email])}</p>
      </div>
      <MutedCounties
        codes={mutedCountyCodes}
        onChange={(codes) => choose({ mutedCountyCodes: codes })}
      />
    </div>
  )
}

/** The settings with the changes that are not stored yet. These are sent one after the other: the last one counts. */
function useChoosing(stored: Settings) {
  const [unsaved, setUnsaved] = useState<Partial<Settings>>({})
  const { mutateAsync } = useWrite(alerts.set, { touches: [alerts.list] })
  const touch = useTouch()
  const last = useRef(Promise.resolve())
  const choose = (change: Partial<Settings>) => {
    setUnsaved((before) => ({ ...before, ...change }))
    const send = async () => {
      await tryWithToast(() => mutateAsync({ body: change }))
      await touch(alerts.settings)
      setUnsaved((now) => without(now, change))
    }
    last.current = last.current.then(send, send)
  }
  return { chosen: { ...stored, ...unsaved }, choose }
}

/** The unsaved changes that are not of this one. */
const without = (unsaved: Partial<Settings>, sent: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(unsaved).filter(([name, value]) => sent[name as keyof Settings] !== value),
  )

const emailNotes = {
  possible: say.byEmailWhen,
  'no-server': say.noServer,
  'no-address': say.noAddress,
} satisfies Record<EmailState, Copy>

type CountyProps = {
  readonly codes: readonly string[]
  readonly onChange: (codes: string[]) => void
}

function MutedCounties({ codes, onChange }: CountyProps) {
  const { data: counties = [] } = useQuery(read(places.counties, {}))
  const chosen = new Set(codes)
  return (
    <ManyChoice
      label={t(say.mutedCounties)}
      items={counties.map((county) => ({ id: county.code, text: titleOf(county) }))}
      chosen={chosen}
      onChange={(next) => onChange([...next])}
      summary={
        chosen.size > 0 ? t(say.countiesChosen, { count: chosen.size }) : t(say.mutedCounties)
      }
    />
  )
}

const clockHours = Array.from({ length: 24 }, (_, hour) => ({
  id: String(hour),
  text: `${String(hour).padStart(2, '0')}:00`,
}))

type Hours = NonNullable<Settings['quietHours']>

/** The night, until other hours are chosen. */
const night: Hours = { from: 22, until: 7 }

function QuietHours({
  hours,
  onChange,
}: {
  hours: Hours | null
  onChange: (hours: Hours | null) => void
}) {
  const { from, until } = hours ?? night
  return (
    <div className="grid gap-2">
      <div>
        <Switch isSelected={hours !== null} onChange={(isOn) => onChange(isOn ? night : null)}>
          {t(say.quietHours)}
        </Switch>
        <p className="text-small text-muted">{t(say.quietWhen)}</p>
      </div>
      {hours && (
        <div className="grid max-w-64 grid-cols-2 gap-3">
          <Select
            label={t(say.from)}
            items={clockHours.filter(({ id }) => id !== String(until))}
            value={String(from)}
            onChange={(hour) => onChange({ from: Number(hour), until })}
          />
          <Select
            label={t(say.until)}
            items={clockHours.filter(({ id }) => id !== String(from))}
            value={String(until)}
            onChange={(hour) => onChange({ from, until: Number(hour) })}
          />
        </div>
      )}
    </div>
  )
}
