import { createContext } from 'react'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { fields } from '../copy.ts'

/** The labels in lines: each feature has the words for what it records. */
export type LineWords = Readonly<Record<'acts' | 'subjects' | 'fields', Words>>

export const wordsOf = (features: readonly Feature[]): LineWords => ({
  acts: Object.assign({}, ...features.map(({ acts }) => acts)),
  subjects: Object.assign({}, ...features.map(({ subjects }) => subjects)),
  fields: Object.assign({}, fields, ...features.map((feature) => feature.fields)),
})

export const InWords = createContext(wordsOf([]))
