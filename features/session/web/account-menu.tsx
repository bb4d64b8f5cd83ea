import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasUnsavedWork } from '#kit/web/edit/unsaved-work.ts'
import { t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { setToken, userNameOf, useToken } from '#kit/web/session/session.ts'
import { isSoundOn, setSound } from '#kit/web/sound.ts'
import { chooseTheme, themes, useTheme } from '#kit/web/theme.ts'
import { Switch } from '#kit/web/ui/field/switch.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { Sheet, sheetLineClass } from '#kit/web/ui/overlay/sheet.tsx'
import { session } from '../contract.ts'
import { say } from '../copy.ts'
import { LeftWork } from './left-work.tsx'
import { May } from './may.tsx'

/** The signed-in user, the theme, and signing out. */
export function AccountMenu() {
  const name = userNameOf(useToken())
  const me = useQuery(read(session.me, {}))
  const { ask, dialog } = useConfirm()
  const leave = async () => {
    const isSure =
      !hasUnsavedWork() ||
      (await ask({
        title: t(say.leaveWork),
        message: <LeftWork />,
        confirm: t(say.logOut),
        isDeletion: true,
      }))
    if (isSure) await logOut()
  }
  const button = (
    <>
      <Icon name="person" />
      <span className="hidden max-w-32 truncate sm:block xl:max-w-24 2xl:max-w-48">{name}</span>
      <Icon name="down" className="text-muted max-sm:hidden" />
    </>
  )

  const sheet = (
    <Sheet label={t(say.account, { name })} button={button} side="end">
      {(close) => (
        <>
          <p className="px-3 py-2">
            <span className="block font-strong">{name}</span>
            {me.data && <span className="block text-small text-muted">{me.data.ngo}</span>}
            {me.data?.counties && (
              <span className="block text-small text-muted">
                {me.data.counties.map((one) => one.name).join(', ') || t(say.noCounty)}
              </span>
            )}
          </p>
          <div className="mb-1 border-y border-line py-1">
            <Appearance />
            <Sound />
          </div>
          <May to="history">
            <Link to="/history" onClick={close} className={sheetLineClass}>
              {t(say.history)}
            </Link>
          </May>
          <Link to="/settings" onClick={close} className={sheetLineClass}>
            {t(say.settings)}
          </Link>
          <button type="button" onClick={() => void leave()} className={sheetLineClass}>
            {t(say.logOut)}
          </button>
        </>
      )}
    </Sheet>
  )
  return (
    <>
      {sheet}
      {dialog}
    </>
  )
}

function Appearance() {
  const theme = useTheme()
  return (
    <fieldset>
      <legend className="px-3 py-1 text-small text-muted">{t(say.appearance)}</legend>
      {themes.map((one) => (
        <label key={one} className={`${sheetLineClass} cursor-pointer`}>
          <input
            type="radio"
            name="theme"
            checked={one === theme}
            onChange={() => chooseTheme(one)}
            className="size-4 accent-ours"
          />
          {t(say[one])}
        </label>
      ))}
    </fieldset>
  )
}

/** Whether flagged reports and alerts are heard, also while another window is in front. */
function Sound() {
  const [isOn, setOn] = useState(isSoundOn)
  const choose = (isWanted: boolean) => {
    setSound(isWanted)
    setOn(isWanted)
  }
  return (
    <Switch isSelected={isOn} onChange={choose} className={sheetLineClass}>
      {t(say.sound)}
    </Switch>
  )
}

/**
 * Signs this browser out before the server replies, whatever the reply: a refusal in between would look like an expired
 * session. By then the call with the token has been sent.
 */
export async function logOut(): Promise<void> {
  const ended = call(session.signOut, {}).catch(() => undefined)
  setToken('')
  await ended
}
