import { t } from '#kit/web/language.ts'
import { PageTitle } from '#kit/web/page-title.tsx'
import { say } from './api/copy.ts'
import type { Api } from './api-document.ts'
import { Words } from './api-parts.tsx'

/** The rules for every call, and everything that can go wrong. */
export function ApiOverview({ api }: { api: Api }) {
  return (
    <div className="grid max-w-4xl gap-6 p-6">
      <PageTitle of={t(say.title)} />
      <div className="grid gap-3">
        <h2 className="text-title font-strong">{t(say.overview)}</h2>
        <p>{t(say.howTo)}</p>
        {api.manners.split('\n\n').map((one) => (
          <p key={one} lang="en" className="text-muted">
            <Words>{one}</Words>
          </p>
        ))}
      </div>
      <div className="grid gap-3">
        <h3 className="text-large font-strong">{t(say.problems)}</h3>
        <table lang="en" className="w-full text-start">
          <thead lang="" className="text-small text-muted">
            <tr className="border-b border-line">
              <th className={cell}>{t(say.status)}</th>
              <th className={cell}>{t(say.code)}</th>
              <th className={cell}>{t(say.meaning)}</th>
            </tr>
          </thead>
          <tbody>
            {api.problems.map(({ code, summary, value }) => (
              <tr key={code} className="border-b border-line">
                <td className={cell}>{String(value['status'])}</td>
                <td className={`${cell} font-mono text-small`}>{code}</td>
                <td className={cell}>{summary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const cell = 'py-1.5 pe-4 text-start align-baseline'
