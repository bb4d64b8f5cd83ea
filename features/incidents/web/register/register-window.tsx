import { useQuery } from '@tanstack/react-query'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Moment } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Dialog } from '#kit/web/ui/overlay/dialog.tsx'
import { stateNames, say as words } from '../../copy.ts'
import { type PublicIncident, register } from '../../register-contract.ts'
import { say } from '../copy.ts'

/** Shows what the public register has or would have, and switches it on or off. */
export function RegisterWindow({ onClose }: { onClose: () => void }) {
  const preview = useQuery(read(register.preview, {}))
  const publish = useWrite(register.publish, { touches: [register.preview] })
  const { isPending, attempt } = useAttempt()
  const change = (isPublic: boolean) =>
    attempt(async () => {
      await publish.mutateAsync({ body: { isPublic } })
      toast.success({
        text: t(isPublic ? say.registerOn : say.registerOff),
        undo: async () => {
          await publish.mutateAsync({ body: { isPublic: !isPublic } })
          return t(isPublic ? say.registerOff : say.registerOn)
        },
      })
    })
  return (
    <Dialog title={t(say.register)} isOpen onClose={onClose} width="large">
      <Loaded query={preview}>
        {({ incidents, publishedAt, publishedBy }) => (
          <>
            <p>{t(say.registerAbout)}</p>
            <p className="flex flex-wrap items-center gap-3">
              {publishedAt ? (
                <>
                  <a
                    href={register.page.path}
                    target="_blank"
                    rel="noreferrer"
                    className="text-ours underline"
                  >
                    {t(say.openRegister)}
                  </a>
                  <span className="text-muted">
                    {t(say.publicSince, { name: publishedBy ?? '' })}, <Moment at={publishedAt} />
                  </span>
                  <Button isPending={isPending} onPress={() => change(false)}>
                    {t(say.takeDown)}
                  </Button>
                </>
              ) : (
                <Button look="primary" isPending={isPending} onPress={() => change(true)}>
                  {t(say.publish)}
                </Button>
              )}
            </p>
            <PublicTable of={incidents} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** The incidents word for word, as readers see them. */
const PublicTable = ({ of: some }: { of: readonly PublicIncident[] }) => (
  <table className="w-full">
    <caption className="text-start font-strong">{t(say.asPublished)}</caption>
    <thead>
      <tr className="text-small text-muted">
        {[say.number, words.title, say.place, words.state, words.outcome].map((head) => (
          <th key={t(head)} scope="col" className="pe-3 text-start font-strong">
            {t(head)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {some.map((one) => (
        <tr key={one.number} className="border-t border-line align-top wrap-anywhere">
          <td className="py-1 pe-3 text-end">{one.number}</td>
          <td className="py-1 pe-3">{one.title}</td>
          <td className="py-1 pe-3">{one.place}</td>
          <td className="py-1 pe-3">{t(stateNames[one.state])}</td>
          <td className="py-1 whitespace-pre-line">{one.outcome}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
