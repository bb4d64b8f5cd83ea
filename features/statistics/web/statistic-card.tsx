import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import type { Statistic } from '../contract.ts'
import { say } from '../copy.ts'
import { CardBars } from './card-bars.tsx'
import type { StatisticCard } from './cards.ts'
import { SaveCard } from './save-bars.tsx'
import { useVerified } from './use-verified.ts'
import { WholeList } from './whole-list.tsx'

type Props = { readonly card: StatisticCard; readonly statistics: readonly Statistic[] }

/** The first few of a count, with a link to all of them. */
export function CardOfStatistics({ card, statistics }: Props) {
  const [isOpen, setOpen] = useState(false)
  const verified = useVerified()
  const title = t(card.title)
  return (
    <Card
      className="print:break-inside-avoid"
      title={title}
      about={t(card.about)}
      actions={<SaveCard card={card} shown={statistics.length} />}
    >
      <CardBars card={card} statistics={statistics} />
      <Button
        look="clear"
        size="small"
        onPress={() => setOpen(true)}
        aria-label={t(say.completeListOf, { title })}
        className="-ms-2 justify-self-start"
      >
        {t(say.completeList)}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)} width="medium">
        <WholeList card={card} />
        <DialogButtons>
          <Link
            to="/statistics/$key"
            params={{ key: card.key }}
            search={verified}
            className={`${buttonClass('clear')} me-auto`}
          >
            {t(say.ownPage)}
          </Link>
          <Button onPress={() => setOpen(false)}>{t(say.close)}</Button>
        </DialogButtons>
      </Dialog>
    </Card>
  )
}
