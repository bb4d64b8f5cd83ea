import type { Copy } from '#kit/contract/copy.ts'
import type { CallInput, Reply } from '#kit/contract/endpoint.ts'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { type TextFinding, translations } from '../../translation-contract.ts'
import { Findings } from '../exchange/findings.tsx'
import { ReadWindow } from '../exchange/read-window.tsx'
import { say } from './copy.ts'
import type { Edit } from './use-translating.ts'

type Found = Reply<typeof translations.read>
type Props = CallInput<typeof translations.read>['params'] & {
  readonly set: (key: string, edit: Partial<Edit>) => void
  readonly onClose: () => void
}

/** Reads translations from a file, shows which rows do not get in, and fills the page with the others. */
export const ImportTexts = ({ id, language, set, onClose }: Props) => (
  <ReadWindow<Found>
    title={t(say.importTitle)}
    about={t(say.fileAbout)}
    endings={['.xlsx', '.xlsm']}
    read={(file) => call(translations.read, { params: { id, language } }, undefined, file)}
    notRead={t(say.notFile)}
    act={t(say.take)}
    isUsable={({ texts }) => texts.length > 0}
    onUse={({ texts }) => {
      for (const { key, to, from } of texts) set(key, { to, from })
    }}
    onClose={onClose}
  >
    {({ texts, findings }) => (
      <>
        <p>{t(say.found, { count: texts.length })}</p>
        <Findings
          all={findings}
          reasons={reasons}
          place={({ line, detail }) => t(say.atRow, { line, detail })}
        />
      </>
    )}
  </ReadWindow>
)

const reasons = {
  unknown: say.unknown,
  duplicate: say.duplicate,
  long: say.long,
  changed: say.changed,
} satisfies Record<TextFinding['why'], Copy>
