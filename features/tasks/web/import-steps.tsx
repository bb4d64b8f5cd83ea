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
import { Select } from '#kit/web/ui/field/select.tsx'
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
  readonly sheet?: string
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
  const [sheet, setSheet] = useState<string>()
  const [isSkipping, setSkipping] = useState(false)
  const [answers, setAnswers] = useState(noAnswers)
  const [isPending, setPending] = useState(false)
  const check = useCheck(props, chosen, { mapping, sheet, changesPhones: answers.changesPhones })
  const { data: report } = check
  const problem = check.error ?? check.failureReason
  const last = useRef(0)
  const choose = async (file: File | undefined) => {
    choices += 1
    const number = choices
    last.current = number
    // The previous file's result does not apply to this one.
    setChosen(undefined)
    setMapping({})
    setSheet(undefined)
    setSkipping(false)
    setAnswers(noAnswers)
    const copy = file && (await copyOf(file))
    if (last.current === number) setChosen(copy && { file: copy, number })
  }
  const start = async (file: File) => {
    const isSmall = report !== undefined && countRows(report) <= mostAtOnce
    setPending(true)
    const reading = { mapping, sheet, ...answers }
    await run(file, optionsOf(reading, isSkipping), isSmall ? report : undefined)
    setPending(false)
  }

  return (
    <>
      <FileCard
        {...props}
        before={props.children}
        file={chosen?.file}
        onFile={(file) => void choose(file)}
      >
        <SheetChoice
          report={report}
          value={sheet}
          onChange={(name) => {
            setSheet(name)
            // Another sheet has other columns.
            setMapping({})
          }}
        />
      </FileCard>
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
      <Questions report={report} offer={offer} answers={answers} onAnswer={setAnswers} />
      <ImportBar report={report} isSkipping={isSkipping} onSkip={setSkipping}>
        <Button
          look="primary"
          isDisabled={
            isMissing || !chosen || check.isFetching || isBlocked(answers, problem, report)
          }
          isPending={isPending}
          onPress={() => chosen && void start(chosen.file)}
        >
          {t(say.import)}
        </Button>
      </ImportBar>
    </>
  )
}

/** What was answered to the questions of a check. */
type Answers = { readonly changesPhones: boolean; readonly isConfirmed: boolean }

const noAnswers: Answers = { changesPhones: false, isConfirmed: false }

/** Whether the file is refused, no row of it would be imported, or it is to be confirmed first. */
function isBlocked(
  { isConfirmed }: Answers,
  problem: Problem | null,
  report: ImportReport | undefined,
): boolean {
  if (problem?.code === 'import.refused') return true
  if (!report) return false
  const { wrong, unfit } = report
  return (
    (wrong.length > 0 && countRows(report) === wrong.length) || (!isConfirmed && unfit !== null)
  )
}

/** What is asked of a checked file. */
function Questions({
  report,
  offer,
  answers,
  onAnswer,
}: {
  report: ImportReport | undefined
  offer: Props['offer'] | undefined
  answers: Answers
  onAnswer: (answers: Answers) => void
}) {
  if (!report) return null
  const { unfit } = report
  const offered = offer?.(report)
  return (
    <>
      {unfit && (
        <ImportUnfit
          unfit={unfit}
          isConfirmed={answers.isConfirmed}
          onConfirm={(isConfirmed) => onAnswer({ ...answers, isConfirmed })}
        />
      )}
      {offered && (
        <Checkbox
          isSelected={answers.changesPhones}
          onChange={(changesPhones) => onAnswer({ ...answers, changesPhones })}
        >
          {offered}
        </Checkbox>
      )}
    </>
  )
}

/** The sheet of a workbook that has several. */
const SheetChoice = ({
  report,
  value,
  onChange,
}: {
  report: ImportReport | undefined
  value: string | undefined
  onChange: (name: string) => void
}) =>
  report &&
  report.sheets.length > 1 && (
    <Select
      label={t(say.sheet)}
      items={report.sheets.map((name) => ({ id: name, text: name }))}
      value={value ?? report.sheet}
      onChange={onChange}
    />
  )

/** How the file is to be read, and what is to be done with it. */
type Reading = Pick<Answers, 'changesPhones'> & {
  readonly mapping: Mapping
  readonly sheet: string | undefined
}

const optionsOf = ({ mapping, sheet, changesPhones }: Reading, skipInvalid: boolean): Options => ({
  skipInvalid,
  ...(changesPhones && { changePhones: true }),
  ...(sheet !== undefined && { sheet }),
  ...(Object.keys(mapping).length > 0 && { columns: JSON.stringify(mapping) }),
})

/** What the import would do; checked anew whenever the file, its sheet, a column or another option changes. */
function useCheck(props: Props, chosen: ChosenFile | undefined, reading: Reading) {
  const { of, isMissing = false, check } = props
  // A result belongs to the bytes that were checked, and to the options of the check.
  const subject = JSON.stringify([of, chosen?.number])
  return useQuery<ImportReport, Problem>({
    queryKey: ['import check', subject, reading],
    queryFn: ({ signal }) => {
      if (!chosen) throw new Problem('server.failed')
      return check(chosen.file, optionsOf(reading, true), signal)
    },
    enabled: !isMissing && chosen !== undefined,
    // The same file's report stays until the one with other columns is loaded.
    placeholderData: (before, query) => (query?.queryKey[1] === subject ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Also of files that are not read: the server recognises them by their content and says what to do. */
const endings = ['.xlsx', '.csv', '.txt', '.xlsm', '.xlsb', '.xls', '.ods', '.numbers']

function FileCard({
  title,
  fileAbout,
  onTemplate,
  file,
  onFile,
  before,
  children,
}: Props & {
  file: File | undefined
  onFile: (file: File | undefined) => void
  before: ReactNode
}) {
  return (
    <Card {...(title && { title })} className="max-w-xl">
      {before}
      <FileField
        label={t(say.listFile)}
        description={fileAbout}
        file={file}
        onChange={onFile}
        endings={endings}
      />
      {children}
      <Button look="clear" size="small" onPress={onTemplate} className="justify-self-start">
        <Icon name="download" />
        {t(say.template)}
      </Button>
    </Card>
  )
}
