import { type Language, languages } from '#kit/contract/copy.ts'
import { chooseLanguage, language, t } from '../language.ts'
import { say } from './copy.ts'

/** Each language by its own name, which a user who is lost in the other one looks for. */
const names: Record<Language, string> = { ro: 'Română', en: 'English' }

/** A phone has room for the other one alone. */
export function LanguageSwitch() {
  return (
    <fieldset className="flex" aria-label={t(say.languages)}>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          title={names[one]}
          aria-pressed={one === language}
          onClick={() => chooseLanguage(one)}
          className="h-8 min-w-8 rounded-md px-2 text-small max-sm:h-11 text-muted hover:bg-sunken aria-pressed:font-strong aria-pressed:text-ours max-sm:aria-pressed:hidden"
        >
          {one.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
