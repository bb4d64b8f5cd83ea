import { Link } from '@tanstack/react-router'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import { observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { filterOf, useListSearch } from './list-search.ts'

/** The actions on the list as a whole. */
export function ListActions() {
  const { search } = useListSearch()
  return (
    <>
      <May to="export">
        <FilesMenu label={t(say.export)} endpoint={observers.export} query={filterOf(search)} />
      </May>
      <May to="recruit">
        <Link to="/observatori/import" className={buttonClass('plain')}>
          <Icon name="upload" />
          <span className="max-sm:sr-only">{t(say.import)}</span>
        </Link>
        <Link
          to="/observatori/profil/$state"
          params={{ state: 'new' }}
          search={search}
          className={buttonClass('primary')}
        >
          <Icon name="plus" />
          {t(say.addObserver)}
        </Link>
      </May>
    </>
  )
}
