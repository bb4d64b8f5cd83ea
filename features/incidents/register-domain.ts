import { type Copy, copy, type Language, speak } from '#kit/contract/copy.ts'
import { stateNames, say as words } from './copy.ts'
import type { PublicRegister } from './register-contract.ts'

const say = copy({
  title: { ro: 'Registrul incidentelor', en: 'Register of incidents' },
  about: {
    ro: 'Incidente pe care le urmăresc observatorii. Starea lor se poate schimba.',
    en: 'Incidents that the observers follow up. Their state may change.',
  },
  none: { ro: 'Niciun incident', en: 'No incidents' },
  number: { ro: 'Nr.', en: 'No.' },
  place: { ro: 'Loc', en: 'Place' },
})

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => entities[one] ?? one)

/** The register as a page of a few kilobytes, without scripts. */
export function registerPage({ election, incidents }: PublicRegister, language: Language): string {
  const t = (sentence: Copy) => escaped(speak(sentence, language))
  const heads = [say.number, words.title, say.place, words.state, words.outcome]
  const rows = incidents.map(({ number, title, place, state, outcome }) =>
    [String(number), title, place, speak(stateNames[state], language), outcome]
      .map((text) => `<td>${escaped(text)}</td>`)
      .join(''),
  )
  const name = escaped(election)
  const table = `<table>
<thead><tr>${heads.map((head) => `<th scope="col">${t(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row}</tr>`).join('\n')}
</tbody></table>`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t(say.title)} – ${name}</title><link rel="stylesheet" href="/register.css"></head>
<body><main><h1>${t(say.title)}</h1><p>${name}</p><p>${t(say.about)}</p>
${incidents.length > 0 ? table : `<p>${t(say.none)}</p>`}
</main></body></html>
`
}
