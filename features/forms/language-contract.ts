import * as z from 'zod'
import { line } from '#kit/contract/value/text.ts'
import { canonicalTag } from './translations/tag-domain.ts'

/** Of BCP 47, in its canonical form, without extensions and private use. */
export const LanguageTag = line(35)
  .overwrite((typed) => canonicalTag(typed) ?? typed)
  .refine(
    (typed) => canonicalTag(typed) !== undefined,
    'Must be a language tag such as hu or pt-BR, without extensions',
  )
  .meta({ examples: ['hu'] })

/** How many languages a form has, its own left out. */
export const mostLanguages = 20

/** A text in another language, and the text that it translates: if that changed since, it is outdated. */
const Translated = z.object({
  to: line(1000).meta({ examples: ['Le volt pecsételve az urna?'] }),
  from: line(1000).meta({ examples: ['Urna a fost sigilată?'] }),
})
export type Translated = z.output<typeof Translated>

/** The texts of a part of a form in another language; `text` is also a title. */
export const PartTranslation = z.object({
  text: Translated.optional(),
  hint: Translated.optional(),
})

export type PartTranslation = z.output<typeof PartTranslation>

/** By language. */
export const Translations = z.record(LanguageTag, PartTranslation)
export type Translations = z.output<typeof Translations>
