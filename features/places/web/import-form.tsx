import { ImportSteps } from '#features/tasks/web/import-steps.tsx'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { places } from '../contract.ts'
import { say } from '../copy.ts'
import { callsOf, type ImportKind, importFields, saveHeadings } from './import-fields.ts'
import { useLevels } from './use-counties.ts'
import { useImport } from './use-import.ts'

/** A file of counties, of stations, or of areas of any level; what it would do is shown before it is done. */
export function ImportForm({
  kind,
  onKind,
}: {
  kind: ImportKind
  onKind: (kind: ImportKind) => void
}) {
  const levels = useLevels()
  const run = useImport(kind)
  const { now } = callsOf(places, kind)
  return (
    <ImportSteps
      // A file of the one kind does not fit the other.
      key={kind}
      of={[kind]}
      fileAbout={t(kind === 'areas' ? say.areasAbout : say.fileAbout)}
      fields={importFields(kind)}
      onTemplate={() => saveHeadings(kind, levels)}
      check={(file, options, signal) =>
        call(now, { body: { ...options, dryRun: true } }, signal, file)
      }
      run={run}
    >
      <Select
        label={t(say.importWhat)}
        items={[
          { id: 'counties', text: t(say.counties) },
          { id: 'stations', text: t(say.stations) },
          { id: 'areas', text: t(say.areas) },
        ]}
        value={kind}
        onChange={onKind}
      />
    </ImportSteps>
  )
}
