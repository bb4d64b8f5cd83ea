import type * as z from 'zod'
import type { Download } from '#kit/contract/download.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { language, t } from '#kit/web/language.ts'
import { type FileEndpoint, useDownload } from '#kit/web/read/files.ts'
import { say } from '../copy.ts'
import { DownloadMenu } from './download-menu.tsx'
import { Item } from './menu.tsx'

type ListEndpoint = FileEndpoint & { readonly query: z.ZodObject }

type Props<E extends ListEndpoint> = {
  readonly label: string
  readonly endpoint: E
  /** The filters of the list. */
  readonly query: Omit<z.input<E['query']>, keyof Download>
}

/** A list as a file, in both formats and the language of the screen. */
export function FilesMenu<E extends ListEndpoint>({ label, endpoint, query }: Props<E>) {
  const download = useDownload()
  const take = (format: Download['format']) => () =>
    void download.start(endpoint, { query: { ...query, format, language } } as CallInput<E>)
  return (
    <DownloadMenu label={label} download={download}>
      <Item id="xlsx" icon="table" onAction={take('xlsx')}>
        {t(say.asWorkbook)}
      </Item>
      <Item id="csv" icon="file" onAction={take('csv')}>
        {t(say.asCsv)}
      </Item>
    </DownloadMenu>
  )
}
