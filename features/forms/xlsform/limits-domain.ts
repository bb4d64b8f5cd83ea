import { Problem } from '#kit/contract/problem.ts'
import { mostParts } from '../contract.ts'

/** How much of a file is read: a small file may hold a form that fills the memory. */
const limits = {
  rows: { most: 20_000, is: 'rows in a sheet' },
  cells: { most: 500_000, is: 'cells in a sheet' },
  sections: { most: mostParts.sections, is: 'sections' },
  questions: { most: mostParts.questions, is: 'questions in a section' },
  options: { most: mostParts.options, is: 'options in a list' },
  allOptions: { most: 20_000, is: 'options in all questions together' },
} as const

/** @throws Problem `request.invalid`, of the file, which names the limit. */
export function expectAtMost(limit: keyof typeof limits, count: number): void {
  const { most, is } = limits[limit]
  if (count > most)
    throw new Problem('request.invalid', { errors: { file: [`More than ${most} ${is}`] } })
}
