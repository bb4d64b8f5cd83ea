import { type ReactNode, useContext } from 'react'
import type { QuestionOf } from '#features/unplaced/web/use-questions.ts'
import type { Words } from '#kit/contract/feature.ts'
import { t } from '#kit/web/language.ts'
import { Moment } from '#kit/web/time.tsx'
import type { HistoryLine } from '../contract.ts'
import { say } from '../copy.ts'
import { differencesOf, type RecordDifference } from '../domain.ts'
import { InWords, labelOf } from './words.ts'

type Props = { readonly line: HistoryLine; readonly questionOf: QuestionOf }

/** The versions of forms in which the line's answers were given. */
export const versionsOf = ({ before, after }: HistoryLine): number[] =>
  [before, after].flatMap(answersIn).flatMap((one) => {
    const { formVersion } = (one ?? {}) as { formVersion?: unknown }
    return typeof formVersion === 'number' ? [formVersion] : []
  })

/** Finds answers at the top level or among other restored values. */
function answersIn(side: unknown): unknown[] {
  const { answers = side } = (side ?? {}) as { answers?: unknown }
  return [answers].flat()
}

/** The changes of a line, name by name: before and after. */
export function Differences({ line, questionOf }: Props) {
  const { fields } = useContext(InWords)
  const all = differencesOf(line.before ?? undefined, line.after ?? undefined)
  if (all.length === 0) return <p className="text-muted">{t(say.nothingMore)}</p>
  const wasThere = line.before !== null
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-4xl text-small">
        <thead>
          <tr className="text-start text-muted">
            <th scope="col" className="w-48 py-1 pe-4 text-start font-strong">
              {t(say.field)}
            </th>
            {wasThere && (
              <th scope="col" className="py-1 pe-4 text-start font-strong">
                {t(say.before)}
              </th>
            )}
            <th scope="col" className="py-1 text-start font-strong">
              {t(wasThere ? say.after : say.value)}
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((one) => (
            <tr key={one.path.join('.')} className="border-t border-line align-top">
              <th scope="row" className="py-1 pe-4 text-start font-normal text-muted">
                {nameOf(one, fields)}
              </th>
              {wasThere && (
                <td className="py-1 pe-4 break-words">
                  <Value of={one.before} questionOf={questionOf} />
                </td>
              )}
              <td className="py-1 break-words">
                <Value of={one.after} questionOf={questionOf} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const nameOf = ({ path }: RecordDifference, fields: Words): string =>
  path.length === 0 ? t(say.everything) : path.map((name) => fieldOf(name, fields)).join(' · ')

function fieldOf(name: string, fields: Words): string {
  const label = labelOf(name, fields)
  return label ? t(label) : name
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function Value({ of: value, questionOf }: { of: unknown; questionOf: QuestionOf }): ReactNode {
  const { fields } = useContext(InWords)
  if (value === undefined || value === null || value === '')
    return <span className="text-muted">{t(say.nothing)}</span>
  if (typeof value === 'boolean') return t(value ? say.yes : say.no)
  if (typeof value === 'string') return moment.test(value) ? <Moment at={new Date(value)} /> : value
  if (!Array.isArray(value)) return listed(value, fields)
  if (value.length === 0) return <span className="text-muted">{t(say.nothing)}</span>
  return (
    <ul>
      {value.map((item: unknown) => (
        <li key={JSON.stringify(item)}>{wordsOf(item, questionOf, fields)}</li>
      ))}
    </ul>
  )
}

/** The values of an item of a list, after their names. */
function listed(item: unknown, fields: Words): string {
  if (typeof item === 'boolean') return t(item ? say.yes : say.no)
  if (typeof item !== 'object' || item === null) return String(item ?? t(say.nothing))
  if (Array.isArray(item)) return item.map((each) => listed(each, fields)).join('; ')
  return Object.entries(item)
    .map(([name, value]) => `${fieldOf(name, fields)}: ${listed(value, fields)}`)
    .join(', ')
}

/** An answer as its phone showed it; anything else as stored. */
function wordsOf(item: unknown, questionOf: QuestionOf, fields: Words): string {
  if (typeof item !== 'object' || item === null || !('questionId' in item) || !('optionId' in item))
    return listed(item, fields)
  const { questionId, optionId, formVersion, text } = item as Record<string, unknown>
  const question = questionOf(Number(questionId), Number(formVersion))
  const option = question?.optionsToQuestions.find((each) => each.optionId === optionId)
  const parts = [option?.text ?? t(say.option, { id: String(optionId) }), text].filter(Boolean)
  return `${question?.code ?? t(say.question, { id: String(questionId) })}: ${parts.join(' – ')}`
}
