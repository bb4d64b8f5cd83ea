import { folded } from '../value/folded.ts'
import { tidied } from '../value/tidy.ts'

const wordsOf = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(' ').map(folded)))

/**
 * Texts of a ticked box in the languages of spreadsheets, words that people write instead, and signs. Without `o`, French
 * for yes and nearly a zero, and without a crossed box, which is a tick for some people and the opposite for others.
 */
const yes = wordsOf(
  'true yes y t on x х χ × v 1 ✓ ✔ ☑ ✅ √ ● + ✚',
  'adevărat adevarat da d wahr ja j vrai oui igaz igen i prawda tak verdadero sí s cierto',
  'истина істина да так д ano áno a pravda vero verdadeiro sim waar sant sand sann tosi kyllä',
  'αληθής ναι evet doğru e tačno istina jah tõene true() ticked checked bifat',
)

const no = wordsOf(
  'false no n f off 0 ✗ ✘ ☐ ❌ ❎ ✖ ○ □ - – —',
  'fals nu falsch nein faux non hamis nem h fałsz nie falso não',
  'ложь нет н хибність ні лъжа не ne nepravda nee nej nei onwaar falskt falsk usann epätosi ei',
  'ψευδής όχι hayır yanlış netačno laž väär unticked unchecked nebifat',
)

/** Whether a cell is yes or no; undefined when it is neither. */
export function flagOf(cell: string): boolean | undefined {
  const visible = tidied(cell).trim()
  const forms = [visible, tidied(visible, 'number')].map((form) =>
    folded(form)
      // Decimals that a spreadsheet adds to numbers, and variation selectors.
      .replace(/^([01])[.,]0+$/, '$1')
      .replaceAll('\ufe0f', ''),
  )
  if (forms.some((form) => yes.has(form))) return true
  return forms.some((form) => no.has(form)) ? false : undefined
}
