import type { ReactNode } from 'react'
import type { useDownload } from '#kit/web/read/files.ts'
import { Downloading } from '../feedback/downloading.tsx'
import { Icon } from '../icon.tsx'
import { ButtonMenu } from './menu.tsx'

type Props = {
  readonly label: string
  readonly download: Pick<ReturnType<typeof useDownload>, 'received' | 'stop'>
  /** The menu's items: each starts the download of one file. */
  readonly children: ReactNode
}

/** Files of what a page shows, and how far the one that is being downloaded is. */
export function DownloadMenu({ label, download: { received, stop }, children }: Props) {
  return (
    <>
      <Downloading received={received} onStop={stop} />
      <ButtonMenu
        label={label}
        look="plain"
        button={
          <>
            <Icon name="download" />
            <span className="max-sm:hidden">{label}</span>
          </>
        }
      >
        {children}
      </ButtonMenu>
    </>
  )
}
