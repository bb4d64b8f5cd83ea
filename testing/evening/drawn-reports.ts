import { createHash } from 'node:crypto'
import type { SentFile } from '#apps/cli/rehearsal.ts'
import type { Question } from '#features/forms/contract.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Texts for questions by value, each with its value; null: it cannot be read. */
export const typedValues: Partial<
  Record<Question['kind'], readonly (readonly [text: string, value: string | null])[]>
> = {
  whole: [
    ['1 250', '1250'],
    ['1.300', '1300'],
    ['47', '47'],
    ['vreo 200', null],
  ],
  time: [
    ['12.10', '12:10'],
    ['ora 7', '07:00'],
    ['2105', '21:05'],
    ['seara', null],
  ],
}

/** Options at random, with a text where they take one; now and then none, to retract an answer. */
export function drawOptions(
  { kind, questionType, optionsToQuestions }: Question,
  draw: SeededRandom,
): { readonly optionId: number; readonly value?: string }[] {
  if (draw.happens(0.1)) return []
  const isSingle = questionType === 1 || questionType === 2
  const typed = typedValues[kind]
  return draw
    .shuffled(optionsToQuestions)
    .slice(0, isSingle ? 1 : 1 + draw.below(3))
    .map(({ id, isFreeText }) => ({
      optionId: id,
      ...(isFreeText && {
        value: typed ? (draw.pick(typed)?.[0] ?? '') : `la ora ${draw.below(24)}`,
      }),
    }))
}

/** Files for a note, as often as this: one that no other phone sends. */
export function drawPhotographs(draw: SeededRandom, probability: number) {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const noise = () => Array.from({ length: 300 }, () => draw.below(256))
  const files: readonly SentFile[] = draw.happens(probability)
    ? [{ name: 'urna.png', bytes: Uint8Array.from([...png, ...noise()]) }]
    : []
  const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
  return { files, digests }
}
