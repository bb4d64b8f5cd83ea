import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loading } from '#kit/web/ui/feedback/states.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { FileField } from '#kit/web/ui/field/file-field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import {
  countRows,
  ImportBar,
  ImportCheck,
  type Mapping,
} from '#kit/web/ui/import/import-check.tsx'
import type { ImportField } from '#kit/web/ui/import/import-columns.ts'
import { ImportUnfit } from '#kit/web/ui/import/import-unfit.tsx'
import { say } from '../copy.ts'
import { signsOf } from './task-words.ts'

/** More rows than one would wait for: these run as a task, with progress. */
const mostAtOnce = 2000

/** The options of every import. */
export type Options = {
  readonly skipInvalid: boolean
  readonly columns?: string
  /** Only where the page offers it, and it was accepted. */
  readonly changePhones?: true
}

type Props = {
  /** What else the result depends on: a file of another kind is checked anew. */
  readonly of: readonly unknown[]
  readonly title?: string
  readonly fileAbout: string
  readonly fields: readonly ImportField[]
  readonly onTemplate: () => void
  /** Something required is not chosen yet. */
  readonly isMissing?: boolean
  readonly check: (file: File, options: Options, signal: AbortSignal) => Promise<ImportReport>
  /** Imports at once, given a report; without it, as a task. It shows the result. */
  readonly run: (file: File, options: Options, report?: ImportReport) => Promise<void>
  /** The offer to change phones, for a file in which there are some; otherwise undefined. */
  readonly offer?: (report: ImportReport) => string | undefined
  /** What is to be chosen before the file. */
  readonly children?: ReactNode
}

/** The chosen bytes; a unique number identifies them among all that were ever chosen on any page. */
type ChosenFile = { readonly file: File; readonly number: number }

let choices = 0

/** A copy of the file as it is now, so that the bytes that are checked are the ones that are imported. */
const copyOf = async (file: File): Promise<File> =>
  // An unreadable file is reported by the check.
  file.arrayBuffer().then(
    (bytes) => new File([bytes], file.name, { type: file.type }),
    () => file,
  )

/** A file is chosen, what it would do is shown, and then it is imported. */
export function ImportSteps(props: Props) {
  const { fields, isMissing = false, offer, run } = props
  const [chosen, setChosen] = useState<ChosenFile>()
  const [mapping, setMapping] = useState<Mapping>({})
  const [isSkipping, setSkipping] = useState(false)
  const [changesPhones, setChanging] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const [isPending, setPending] = useState(false)
  const check = useCheck(props, chosen, mapping, changesPhones)
  const { data: report } = check
  const problem = check.error ?? check.failureReason
  const isRefused = problem?.code === 'import.refused'
  const isInVain =
    report !== undefined && report.wrong.length > 0 && countRows(report) === report.wrong.length

  const offered = report && offer?.(report)
  const isUnsure = Boolean(report?.unfit) && !isConfirmed

  const last = useRef(0)
  const choose = async (file: File | undefined) => {
    choices += 1
    const number = choices
    last.current = number
    // The previous file's result does not apply to this one.
    setChosen(undefined)
    setMapping({})
    setSkipping(false)
    setChanging(false)
    setConfirmed(false)
    const copy = file && (await copyOf(file))
    if (last.current === number) setChosen(copy && { file: copy, number })
  }
  const start = async (file: File) => {
    const isSmall = report !== undefined && countRows(report) <= mostAtOnce
    setPending(true)
    await run(file, optionsOf(mapping, isSkipping, changesPhones), isSmall ? report : undefined)
    setPending(false)
  }

  return (
    <>
      <FileCard {...props} file={chosen?.file} onFile={(file) => void choose(file)} />
      {check.isLoading && !problem && <Loading />}
      {/* A file that cannot be parsed at all: the only reason for which a check is refused. */}
      <Alert>{!report && problem && [explain(problem), ...signsOf(problem)].join(' ')}</Alert>
      {report && (
        <ImportCheck
          report={report}
          fields={fields}
          mapping={mapping}
          onMap={setMapping}
          isChecking={check.isPlaceholderData}
        />
      )}
      {report?.unfit && (
        <ImportUnfit unfit={report.unfit} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
      )}
      {offered && (
        <Checkbox isSelected={changesPhones} onChange={setChanging}>
          {offered}
        </Checkbox>
      )}
      <ImportBar report={report} isSkipping={isSkipping} onSkip={setSkipping}>
        <Button
          look="primary"
          isDisabled={isMissing || !chosen || check.isFetching || isRefused || isInVain || isUnsure}
          isPending={isPending}
          onPress={() => chosen && void start(chosen.file)}
        >
          {t(say.import)}
        </Button>
      </ImportBar>
    </>
  )
}

const optionsOf = (mapping: Mapping, skipInvalid: boolean, changesPhones: boolean): Options => ({
  skipInvalid,
  ...(changesPhones && { changePhones: true }),
  ...(Object.keys(mapping).length > 0 && { columns: JSON.stringify(mapping) }),
})

/** What the import would do; checked anew whenever the file, a column or another option changes. */
function useCheck(
  props: Props,
  chosen: ChosenFile | undefined,
  mapping: Mapping,
  changesPhones: boolean,
) {
  const { of, isMissing = false, check } = props
  // A result belongs to the bytes that were checked, and to the options of the check.
  const subject = JSON.stringify([of, chosen?.number])
  return useQuery<ImportReport, Problem>({
    queryKey: ['import check', subject, mapping, changesPhones],
    queryFn: ({ signal }) => {
      if (!chosen) throw new Problem('server.failed')
      return check(chosen.file, optionsOf(mapping, true, changesPhones), signal)
    },
    enabled: !isMissing && chosen !== undefined,
    // The same file's report stays until the one with other columns is loaded.
    placeholderData: (before, query) => (query?.queryKey[1] === subject ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function FileCard({
  title,
  fileAbout,
  onTemplate,
  file,
  onFile,
  children,
}: Props & { file: File | undefined; onFile: (file: File | undefined) => void }) {
  return (
    <Card {...(title && { title })} className="max-w-xl">
      {children}
      <FileField
        label={t(say.csvFile)}
        description={fileAbout}
        file={file}
        onChange={onFile}
        endings={['.csv', '.txt']}
      />
      <Button look="clear" size="small" onPress={onTemplate} className="justify-self-start">
        <Icon name="download" />
        {t(say.template)}
      </Button>
    </Card>
  )
}
