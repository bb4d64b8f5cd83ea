import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import type { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type FormMeta, forms, type PartChange } from '../../contract.ts'
import { say } from '../../copy.ts'
import { languageName } from '../translations/language-name.ts'
import type { Content } from './form-parts.ts'

type Ask = ReturnType<typeof useConfirm>['ask']
type Changes = readonly PartChange[]

/** Asks before a change that observers notice; true: continue. */
export async function isSureOf(
  ask: Ask,
  form: FormMeta | undefined,
  body: { readonly id: FormMeta['id']; readonly draft: boolean } & Partial<Content>,
): Promise<boolean> {
  const all = await call(forms.losses, { body })
  const losses = all.filter(({ change, answers }) => change === 'removed' && answers > 0)
  if (!body.draft)
    return (
      all.length === 0 ||
      ask({
        title: t(say.republishTitle),
        message: <Republishing changes={all} />,
        confirm: t(say.publish),
        isDeletion: losses.length > 0,
      })
    )
  const isHiding = form?.draft === false
  if (losses.length === 0 && !isHiding) return true
  return ask({
    title: t(losses.length > 0 ? say.lossTitle : say.hideTitle),
    message: (
      <>
        {isHiding && <p>{t(say.hideWhy)}</p>}
        <Parts title={t(say.lossWhy)} parts={losses} />
      </>
    ),
    confirm: t(say.saveAnyway),
    isDeletion: losses.length > 0,
  })
}

/** The changes for phones with an earlier version, and the number of answers to the old text. */
function Republishing({ changes }: { changes: Changes }) {
  const of = (...kinds: PartChange['change'][]) =>
    changes.filter(({ change }) => kinds.includes(change))
  const count = of('reworded').reduce((sum, { answers }) => sum + answers, 0)
  return (
    <>
      <p>{t(say.republishWhy)}</p>
      {count > 0 && <p>{t(say.oldTexts, { count })}</p>}
      <Parts title={t(say.partsRemoved)} parts={of('removed')} />
      <Parts title={t(say.partsReworded)} parts={of('reworded')} />
      <Parts title={t(say.partsAdded)} parts={of('added')} />
      <Parts title={t(say.partsOtherwise)} parts={of('otherwise', 'moved')} />
    </>
  )
}

/** How many changes a question shows; a longer list would be too long to read. */
const mostListed = 5

/** Changes of one kind, the first of them. */
export function Parts({
  title,
  parts,
  most = mostListed,
}: {
  title: string
  parts: Changes
  most?: number
}) {
  if (parts.length === 0) return null
  return (
    <div className="grid gap-1">
      <p className="font-strong">
        {title} ({parts.length})
      </p>
      <ul className="grid list-disc gap-1 ps-5">
        {parts.slice(0, most).map((part) => (
          <li key={JSON.stringify(part)} className="break-words">
            {nameOf(part)}
            {part.change !== 'added' && part.answers > 0 && (
              <>
                {' – '}
                <strong className="font-strong">
                  {t(say.answerCount, { count: part.answers })}
                </strong>
              </>
            )}
          </li>
        ))}
        {parts.length > most && <li>{t(say.moreParts, { count: parts.length - most })}</li>}
      </ul>
    </div>
  )
}

function nameOf({ kind, change, code, text: now, was, language }: PartChange): string {
  const both = `${was || '–'} → ${now || '–'}`
  const text = change === 'reworded' ? both : language ? `${languageName(language)}: ${both}` : now
  switch (kind) {
    case 'form':
      return t(say.partsMoved)
    case 'section':
      return t(say.sectionText, { text: text || code })
    case 'question':
      return t(say.lostQuestion, { code, text })
    case 'option':
      return t(say.lostOption, { code, text })
  }
}
