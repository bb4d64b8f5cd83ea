import { language, t } from '#kit/web/language.ts'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import { milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { filterOf, useDeploymentSearch } from './deployment-search.ts'

/** The filtered list, as a file. */
export function ExportMenu() {
  const { search } = useDeploymentSearch()
  return (
    <FilesMenu
      label={t(say.export)}
      take={(start, format) =>
        start(milestones.export, { query: { ...filterOf(search), format, language } })
      }
    />
  )
}
