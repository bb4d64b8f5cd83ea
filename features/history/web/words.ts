import { createContext } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { fields } from '../copy.ts'

/** The labels in lines: each feature has the words for what it records. */
export type LineWords = Readonly<Record<'acts' | 'subjects' | 'fields', Words>>

export const wordsOf = (features: readonly Feature[]): LineWords => ({
  acts: Object.assign({}, ...features.map(({ acts }) => acts)),
  subjects: Object.assign({}, ...features.map(({ subjects }) => subjects)),
  fields: Object.assign({}, fields, ...features.map((feature) => feature.fields)),
})

/** The label of a field. Rows that are kept whole have the names of columns. */
export const labelOf = (name: string, fields: Words): Copy | undefined =>
  fields[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]

export const InWords = createContext(wordsOf([]))
