import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { download } from '#kit/web/read/files.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import type { FormMeta } from '../../contract.ts'
import { formFiles } from '../../exchange-contract.ts'
import { useMayChange } from '../list/use-form-list.ts'
import { say } from './copy.ts'
import { VersionsWindow } from './versions-window.tsx'

/** What else can be done with a stored form. */
export function FormLinks({ id }: Pick<FormMeta, 'id'>) {
  const [isComparing, setComparing] = useState(false)
  const mayChange = useMayChange()
  const write = () => void download(formFiles.write, { params: { id } })
  return (
    <span className="inline-flex flex-wrap gap-1 print:hidden">
      {mayChange && (
        <>
          <Button look="bare" size="small" onPress={() => setComparing(true)}>
            {t(say.versions)}
          </Button>
          <Link
            to="/formulare/$formId/traduceri"
            params={{ formId: String(id) }}
            className={buttonClass('bare', 'small')}
          >
            {t(say.translations)}
          </Link>
        </>
      )}
      <Button look="bare" size="small" onPress={() => window.print()}>
        {t(say.print)}
      </Button>
      <Button look="bare" size="small" onPress={write}>
        {t(say.xlsForm)}
      </Button>
      {isComparing && <VersionsWindow id={id} onClose={() => setComparing(false)} />}
    </span>
  )
}
