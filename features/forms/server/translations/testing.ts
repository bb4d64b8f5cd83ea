import type { Id } from '#kit/contract/value/id.ts'
import type { Stage } from '#testing/stage.ts'
import { translations } from '../../translation-contract.ts'

/** The first text of the opening form, which is to be translated to Hungarian. */
export async function textInHungarian({ ana, field }: Stage) {
  const params = { id: field.formId('A') as Id<'forms'>, language: 'hu' }
  await ana.call(translations.setLanguages, { params, body: { added: ['hu'] } })
  const [text] = await ana.call(translations.get, { params })
  if (!text) throw new Error('The form has no text')
  return { params, text }
}
