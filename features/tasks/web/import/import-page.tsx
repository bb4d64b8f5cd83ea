import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ImportReport } from '#kit/contract/import/import.ts'
import { t } from '#kit/web/language.ts'
import { useTouch } from '#kit/web/read/api.ts'
import { saveTemplate } from '#kit/web/read/files.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { FileField } from '#kit/web/ui/field/file-field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from './copy.ts'
import { countRows } from './import-check.tsx'
import { Ended, ImportTask, toastDone, whyFailed } from './import-outcome.tsx'
import { ImportSteps } from './import-steps.tsx'
import type { Done, ImportKind, Options, ShownImport } from './kind.ts'
import { RecentImports } from './recent-imports.tsx'

type Props<One extends ShownImport> = {
  readonly kind: ImportKind<One>
  /** Fields to fill in before the file is chosen. */
  readonly children?: ReactNode
}

/** Imports a file: a small one directly, a large one as a task with its own URL. Each import can be undone. */
export function ImportPage<One extends ShownImport>({ kind, children }: Props<One>) {
  const { task } = useSearch({ strict: false })
  const [done, setDone] = useState<Done>()
  const navigate = useNavigate()
  const goTo = (id: string | undefined) =>
    navigate({ to: '.', search: (before) => ({ ...before, task: id }) })
  const another = () => {
    setDone(undefined)
    void goTo(undefined)
  }
  return (
    <Page title={kind.title} back={<Link to={kind.list}>{kind.back}</Link>}>
      {task ? (
        <ImportTask key={task} id={task} kind={kind} onAnother={another} />
      ) : done ? (
        <Ended kind={kind} done={done} onAnother={another} />
      ) : (
        <FileSteps kind={kind} onDone={setDone} onTask={(id) => void goTo(id)}>
          {children}
        </FileSteps>
      )}
      <RecentImports kind={kind} />
    </Page>
  )
}

/** The most rows of a direct import; more run as a task with progress. */
const mostAtOnce = 2000

/** Includes unsupported formats: the server recognises them by content and says what to do. */
const endings = ['.xlsx', '.csv', '.txt', '.xlsm', '.xlsb', '.xls', '.ods', '.numbers']

/** A file with a copy of its bytes, so that the check and the import read the same. */
type ChosenFile = { readonly file: File; readonly copy: Promise<File>; readonly number: number }

/** Numbers chosen files uniquely across pages. */
let choices = 0

function chosenOf(file: File): ChosenFile {
  choices += 1
  const copy = file.arrayBuffer().then(
    (bytes) => new File([bytes], file.name, { type: file.type }),
    // An unreadable file is reported by the check.
    () => file,
  )
  return { file, copy, number: choices }
}

/** Imports a file: choose it, review the dry run, import. */
function FileSteps<One extends ShownImport>({
  kind,
  onDone,
  onTask,
  children,
}: Props<One> & { onDone: (done: Done) => void; onTask: (id: string) => void }) {
  const [chosen, setChosen] = useState<ChosenFile>()
  const touch = useTouch()
  const { target, template } = kind
  const file = () => chosen?.copy ?? Promise.reject(new Error('There is no file yet'))
  const run = async (options: Options, checked: ImportReport | undefined) => {
    if (!checked || countRows(checked) > mostAtOnce)
      return onTask(String((await kind.later(await file(), options)).id))
    const done = await kind.now(await file(), options, checked)
    void touch(...kind.touches)
    toastDone(done, kind.added)
    onDone(done)
  }
  return (
    <>
      <Card className="max-w-xl">
        {children}
        <FileField
          label={t(say.listFile)}
          description={kind.fileAbout}
          file={chosen?.file}
          onChange={(one) => setChosen(one && chosenOf(one))}
          endings={endings}
        />
        <Button
          look="clear"
          size="small"
          onPress={() =>
            saveTemplate(
              template.fields.map(({ text }) => text),
              template.name,
            )
          }
          className="justify-self-start"
        >
          <Icon name="download" />
          {t(say.template)}
        </Button>
      </Card>
      <ImportSteps
        key={chosen?.number}
        subject={chosen && target !== null ? `${chosen.number} ${target}` : null}
        fields={kind.fields}
        check={async (options, signal) => kind.check(await file(), options, signal)}
        run={(options, report) => tryWithToast(() => run(options, report), whyFailed)}
        offer={kind.offer}
      />
    </>
  )
}
