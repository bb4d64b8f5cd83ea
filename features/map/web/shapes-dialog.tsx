import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, read, useTouch } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { FileField } from '#kit/web/ui/field/file-field.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { type MapShapes, map } from '../contract.ts'
import { say } from '../copy.ts'

/** Which shapes there are, what has none, and the way to other ones. */
export function ShapesDialog({ shapes, onClose }: { shapes: MapShapes; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const { isPending, fault, isDoubted, stored, forget, upload, remove } = useShapeActs()
  const send = async (anyway = false) => {
    if (file && (await upload(file, anyway))) setFile(undefined)
  }
  return (
    <Dialog title={t(say.shapes)} isOpen onClose={onClose} width="medium">
      <OfCounties shapes={shapes} onRemove={remove} />
      <OfMunicipalities onRemove={remove} />
      <FileField
        label={t(say.shapeFile)}
        description={t(say.shapeFileAbout)}
        endings={['.geojson', '.json']}
        file={file}
        onChange={(chosen) => {
          forget()
          setFile(chosen)
        }}
      />
      <Alert>{fault}</Alert>
      {stored && <StoredWith stored={stored} />}
      <DialogButtons>
        <Button onPress={onClose}>{t(say.close)}</Button>
        {isDoubted && (
          <Button isDisabled={!file} isPending={isPending} onPress={() => void send(true)}>
            {t(say.uploadAnyway)}
          </Button>
        )}
        <Button look="primary" isDisabled={!file} isPending={isPending} onPress={() => void send()}>
          {t(say.upload)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** The conversion of the file, and the omitted shapes. */
function StoredWith({ stored: { converted, bad } }: { stored: Uploaded }) {
  const system = converted?.system
  return (
    <div role="status" className="grid gap-1">
      {system && <p>{t(say.convertedFrom, { system })}</p>}
      {converted?.isSwapped && <p>{t(say.convertedAxes)}</p>}
      <LeftOut bad={bad} />
    </div>
  )
}

const LeftOut = ({ bad }: Pick<Uploaded, 'bad'>) =>
  bad.count === 0 ? null : (
    <>
      <p>{t(say.leftOut, { count: bad.count })}</p>
      <ul className="max-h-32 overflow-auto text-small wrap-anywhere">
        {bad.first.map(({ place, name, why }) => (
          <li key={place}>
            {t(say.shapeAt, { place })} {name} {t(reasons[why])}
          </li>
        ))}
      </ul>
    </>
  )

/** What the file lacks, and its doubted shapes. */
function DoubtedInPart({ doubts: { losing, far, bad } }: { doubts: DoubtsInPart }) {
  const farNames = far.first.map(({ place, name }) => name || `#${place}`)
  return (
    <div className="grid max-h-64 gap-1 overflow-auto">
      {losing.count > 0 && (
        <p>{t(say.losing, { count: losing.count, names: listed(losing.first, losing.count) })}</p>
      )}
      {far.count > 0 && (
        <p>{t(say.farShapes, { count: far.count, names: listed(farNames, far.count) })}</p>
      )}
      <LeftOut bad={bad} />
      <p>{t(say.nothingReplaced)}</p>
    </div>
  )
}

const listed = (names: readonly string[], count: number) =>
  `${names.join(', ')}${count > names.length ? ', …' : ''}`

type Uploaded = Reply<typeof map.uploadShapes>

type Some<One> = { readonly count: number; readonly first: readonly One[] }
type DoubtsInPart = Pick<Uploaded, 'bad'> & {
  readonly losing: Some<string>
  readonly far: Some<{ readonly place: number; readonly name: string }>
}

function OfCounties({ shapes, onRemove }: { shapes: MapShapes; onRemove: Remove }) {
  const { origin, file, areas, areasWithout, shapesWithout } = shapes
  if (origin === 'none') return <p>{t(say.noShapesYet)}</p>
  return (
    <Stored
      file={file}
      onRemove={onRemove}
      about={`${file ? t(say.fromFile, { name: file.name }) : t(say.shipped)} ${t(say.matched, { count: areas.length })}`}
    >
      <Unmatched title={t(say.areasWithout)} names={areasWithout} />
      <Unmatched title={t(say.shapesWithout)} names={shapesWithout} />
    </Stored>
  )
}

function OfMunicipalities({ onRemove }: { onRemove: Remove }) {
  const shapes = useQuery(read(map.municipalityShapes, {}))
  return (
    <Loaded query={shapes}>
      {({ file, matched, areasWithout, shapesWithout }) =>
        file ? (
          <Stored
            file={file}
            onRemove={onRemove}
            about={`${t(say.fromFile, { name: file.name })} ${t(say.matchedMunicipalities, { count: matched })}`}
          >
            <Unmatched title={t(say.municipalitiesWithout)} names={areasWithout} />
            <Unmatched title={t(say.shapesWithoutMunicipality)} names={shapesWithout} />
          </Stored>
        ) : (
          <p>{t(say.noMunicipalityShapesYet)}</p>
        )
      }
    </Loaded>
  )
}

type Remove = (file: NonNullable<MapShapes['file']>) => void

function Stored({
  file,
  about,
  onRemove,
  children,
}: Pick<MapShapes, 'file'> & { about: string; onRemove: Remove; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">{about}</p>
        {file && (
          <Button
            size="small"
            aria-label={t(say.removeFile, { name: file.name })}
            onPress={() => onRemove(file)}
          >
            {t(say.removeShapes)}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}

const Unmatched = ({ title, names }: { title: string; names: readonly string[] }) =>
  names.length === 0 ? null : (
    <p className="max-h-32 overflow-auto text-small wrap-anywhere">
      <span className="font-strong">{title}</span> {names.join(', ')}
    </p>
  )

function useShapeActs() {
  const touch = useTouch()
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<ReactNode>()
  const [isDoubted, setDoubted] = useState(false)
  const [stored, setStored] = useState<Uploaded>()

  const forget = () => {
    setFault(undefined)
    setDoubted(false)
    setStored(undefined)
  }
  const upload = async (file: File, anyway: boolean): Promise<boolean> => {
    setPending(true)
    forget()
    try {
      setStored(await call(map.uploadShapes, { body: { anyway } }, undefined, file))
      await touch(map.shapes, map.municipalityShapes)
      return true
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      setFault(whyNot(failure))
      setDoubted(failure.code === 'map.shapes-doubted')
      return false
    } finally {
      setPending(false)
    }
  }
  const remove = ({ id: fileId, name }: NonNullable<MapShapes['file']>) =>
    void tryWithToast(async () => {
      const id = fileId as Id<'shapeFiles'>
      await call(map.removeShapes, { params: { id } })
      await touch(map.shapes, map.municipalityShapes)
      toast.success({
        title: t(say.removedShapes, { name }),
        undo: async () => {
          await call(map.restoreShapes, { params: { id } })
          await touch(map.shapes, map.municipalityShapes)
        },
      })
    })
  return { isPending, fault, isDoubted, stored, forget, upload, remove }
}

const reasons = {
  'not-text': say.notText,
  'not-json': say.notGeoJson,
  'not-geojson': say.notGeoJson,
  'no-polygon': say.noPolygon,
  coordinates: say.wrongCoordinates,
  misplaced: say.misplaced,
  'too-many-shapes': say.tooMany,
  'too-many-vertices': say.tooMany,
  system: say.unknownSystem,
  'nothing-matches': say.nothingMatches,
  elsewhere: say.shapesElsewhere,
} as const

/** The fault of the file, and the shapes concerned. */
function whyNot(problem: Problem): ReactNode {
  if (problem.code !== 'map.not-shapes' && problem.code !== 'map.shapes-doubted')
    return explain(problem)
  const details = problem.details as
    | ({ readonly why: 'in-part' } & DoubtsInPart)
    | {
        readonly why: keyof typeof reasons
        readonly shape?: number | null
        readonly system?: string | null
      }
  if (details.why === 'in-part') return <DoubtedInPart doubts={details} />
  const { why, shape = null, system = null } = details
  const reason = t(reasons[why], { system: system ?? t(say.noSystem) })
  return shape === null ? reason : `${t(say.shapeAt, { place: shape })} ${reason}`
}
