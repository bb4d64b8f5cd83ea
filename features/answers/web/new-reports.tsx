import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'

/** Announces new reports, over the list's headings, so that nothing moves when it appears. */
export function NewReports({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div aria-live="polite" className="absolute inset-0">
      {count > 0 && (
        <div className="flex h-full items-center gap-2 bg-attention ps-4 pe-1 text-on-attention sm:px-6">
          <Icon name="bell" />
          <p className="flex-1 font-strong">{t(say.newReports, { count })}</p>
          <Button look="attention" size="small" onPress={onShow} className="underline">
            {t(say.show)}
          </Button>
        </div>
      )}
    </div>
  )
}
