import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Observer } from '#features/observers/contract.ts'
import { ResetPin } from '#features/observers/web/list/reset-pin.tsx'
import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import { Phone } from '#features/observers/web/phone.tsx'
import { May, useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { ButtonMenu, Item } from '#kit/web/ui/overlay/menu.tsx'
import { say } from '../copy.ts'

/** Calling comes first; then a message and a new PIN, and the rest in a menu. On a phone all are on one line. */
export function ContactActs({ observer }: { observer: Observer }) {
  const { id, name, phone } = observer
  const [isResetting, setResetting] = useState(false)
  const writeTo = useWritingTo()
  return (
    <>
      <Phone phone={phone} className={buttonClass('primary')}>
        <Icon name="phone" />
        <span className="sr-only">{t(say.callOf, { name })}</span>
        <span aria-hidden="true">{t(say.call)}</span>
      </Phone>
      <May to="message">
        <Button onPress={() => void tryWithToast(() => writeTo([id]))}>
          <Icon name="send" className="max-sm:hidden" />
          {t(say.write)}
        </Button>
      </May>
      <May to="observers">
        <Button onPress={() => setResetting(true)}>
          <Icon name="key" className="max-sm:hidden" />
          {t(say.newPin)}
        </Button>
      </May>
      <More observer={observer} />
      {isResetting && <ResetPin observer={observer} onClose={() => setResetting(false)} />}
    </>
  )
}

function More({ observer: { id, phone } }: { observer: Observer }) {
  const search = useSearch({ from: '/signed-in/observatori/profil/$state/id/$observerId' })
  const navigate = useNavigate()
  const mayEdit = useMay('observers') === true
  const maySeeHistory = useMay('history') === true
  const edit = () =>
    void navigate({
      to: '/observatori/profil/$state/id/$observerId',
      params: { state: 'edit', observerId: String(id) },
      search,
    })
  return (
    <ButtonMenu
      look="plain"
      label={t(say.more)}
      button={
        <>
          <span className="max-sm:hidden">{t(say.more)}</span>
          <Icon name="more" className="stroke-[2.500px] sm:hidden" />
        </>
      }
      className="max-sm:px-2"
    >
      {mayEdit && (
        <Item id="edit" icon="pencil" onAction={edit}>
          {t(say.edit)}
        </Item>
      )}
      <Item
        id="reports"
        icon="list"
        onAction={() => void navigate({ to: '/answers', search: { observerPhoneNumber: phone } })}
      >
        {t(say.allReports)}
      </Item>
      {maySeeHistory && (
        <Item
          id="history"
          icon="clock"
          onAction={() => void navigate({ to: '/history', search: { observerId: id } })}
        >
          {t(say.history)}
        </Item>
      )}
    </ButtonMenu>
  )
}
