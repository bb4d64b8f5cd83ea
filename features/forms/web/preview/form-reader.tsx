import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import type { FormMeta } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type Draft, questionsOf } from '../editor/form-parts.ts'
import { FormLinks } from '../exchange/form-links.tsx'
import { nameOf } from '../list/use-form-list.ts'
import { FormPaper } from './form-paper.tsx'
import { FormPreview } from './form-preview.tsx'

/** A form for those who may read it but not change it. */
export function FormReader({ form, stored }: { form: FormMeta; stored: Draft }) {
  return (
    <Page
      title={nameOf(form)}
      back={<Link to="/formulare">{t(say.back)}</Link>}
      count={t(say.questionCount, { count: questionsOf(stored).length })}
    >
      <div className="flex flex-wrap items-center gap-2">
        {form.draft ? (
          <Badge icon="pencil">{t(say.isDraft)}</Badge>
        ) : (
          <Badge tone="done" icon="check">
            {t(say.isPublished, { version: form.currentVersion })}
          </Badge>
        )}
        {form.diaspora && (
          <Badge>
            <Icon name="check" /> {t(say.onlyDiaspora)}
          </Badge>
        )}
        {form.series && (
          <Badge>
            <Icon name="check" /> {t(say.series)}
          </Badge>
        )}
        <p className="text-muted print:hidden">{t(say.onlyOrganisersWhy)}</p>
        <FormLinks id={form.id} />
      </div>
      {stored.details && (
        <p className="max-w-prose wrap-anywhere whitespace-pre-line">{stored.details}</p>
      )}
      <div className="print:hidden">
        <FormPreview draft={stored} />
      </div>
      <FormPaper draft={stored} />
    </Page>
  )
}
