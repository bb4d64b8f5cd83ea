import { answerType } from '../../kind-domain.ts'
import { factNames, type LogicQuestion, plain } from '../../operand-domain.ts'

/** A way to complete an expression: its last word, and the whole text with it. */
export type Suggestion = { readonly word: string; readonly text: string }

const most = 6

/** How what is typed can go on: with an option of the question before it, or a name. */
export function suggestionsFor(
  text: string,
  known: ReadonlyMap<string, LogicQuestion>,
): Suggestion[] {
  const [typed, code = '', bracketed = '', begun = ''] =
    /(?:([\p{L}_][\p{L}\p{N}_.]*)|\[([^\]]+)\])\s*!?=\s*(["„“]?[^"„“”]*)$/u.exec(text) ?? []
  const question = known.get(code || bracketed)
  if (typed && question && answerType(question) === 'choice')
    return completed(
      text,
      begun,
      question.optionsToQuestions.map((one) => `"${one.text}"`),
    )
  const [word = ''] = /[\p{L}_[][^\s()"=<>!,+*/-]*$/u.exec(text) ?? []
  if (word === '') return []
  const names = [...known.values()]
    .filter((one) => answerType(one) !== 'file')
    .map(({ code: name }) => (isBare(name) ? name : `[${name}]`))
  return completed(text, word, [...names, ...factNames, 'answered(', 'sum('])
}

const isBare = (name: string) => /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*$/u.test(name)

const bare = (word: string) => plain(word.replace(/["„“”[\]]/g, ''))

const completed = (text: string, begun: string, all: readonly string[]): Suggestion[] =>
  all
    .filter((word) => word !== begun && bare(word).startsWith(bare(begun)))
    .slice(0, most)
    .map((word) => ({ word, text: text.slice(0, text.length - begun.length) + word }))
