import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { factors } from '../contract.ts'
import { say } from '../copy.ts'

/** Whether all staff must have a second factor; for those who may decide that. */
export function FactorRule() {
  const query = useQuery(read(factors.rule, {}))
  const write = useWrite(factors.setRule, { touches: [factors.rule] })
  const change = (isWanted: boolean) =>
    tryWithToast(async () => {
      await write.mutateAsync({ body: { isWanted } })
      const text = t(isWanted ? say.factorsWanted : say.factorsNotWanted)
      toast.success({ text })
    })
  return (
    <Card title={t(say.rule)} about={t(say.ruleAbout)}>
      <Loaded query={query}>
        {({ wantedSince, without }) => {
          const isOn = wantedSince !== null
          return (
            <>
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={isOn ? 'done' : 'plain'} {...(isOn && { icon: 'check' })}>
                  {t(isOn ? say.on : say.off)}
                </Badge>
                <span>{t(say.without, { count: without })}</span>
              </p>
              <Button
                className="justify-self-start"
                isPending={write.isPending}
                onPress={() => void change(!isOn)}
              >
                {t(isOn ? say.wantNoFactors : say.wantFactors)}
              </Button>
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
