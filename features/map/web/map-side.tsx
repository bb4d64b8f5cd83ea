import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { type MapArea, map } from '../contract.ts'
import { say } from '../copy.ts'
import type { MapFigure } from './figures.ts'
import { MapAndLegend } from './map-view.tsx'
import { useMunicipalities } from './use-municipalities.ts'
import { usePoints } from './use-points.ts'
import { hasWebGl } from './webgl.ts'

type Props = {
  readonly areas: readonly MapArea[]
  readonly figure: MapFigure
  readonly selected: number | undefined
  readonly selectedMunicipality: number | undefined
  readonly sought: number | undefined
  readonly onSelect: (areaId: number | undefined) => void
  readonly onSelectMunicipality: (areaId: number | undefined) => void
}

/** The map, or why there is none: the table beside it says the same. */
export function MapSide(props: Props) {
  const [isFailed, setFailed] = useState(() => !hasWebGl())
  return isFailed ? (
    <EmptyState icon="info" title={t(say.cannotDraw)}>
      <p>{t(say.cannotDrawWhy)}</p>
    </EmptyState>
  ) : (
    <Drawn {...props} onFail={() => setFailed(true)} />
  )
}

function Drawn({ onFail, ...props }: Props & { readonly onFail: () => void }) {
  const shapes = useQuery(read(map.shapes, { query: {} }))
  const stations = usePoints(props.areas)
  const municipalities = useMunicipalities(props.selected)
  const background = useQuery({ ...read(map.background, {}), staleTime: Number.POSITIVE_INFINITY })
  return (
    <Loaded query={shapes}>
      {(outlines) => (
        <Loaded query={stations}>
          {(points) => (
            <Loaded query={background}>
              {(below) => {
                const hasShapes = outlines.areas.length > 0
                const hasPoints = points.ids.length > 0
                if (!hasShapes && !hasPoints)
                  return (
                    <EmptyState icon="place" title={t(say.nothingToDraw)}>
                      <p>{t(say.nothingToDrawWhy)}</p>
                    </EmptyState>
                  )
                return (
                  <div className="flex size-full min-h-0 flex-col">
                    {!hasShapes && <Notice>{t(say.noShapes)}</Notice>}
                    {!hasPoints && <Notice>{t(say.noPoints)}</Notice>}
                    <div className="min-h-0 flex-1">
                      <MapAndLegend
                        {...props}
                        shapes={outlines}
                        municipalities={municipalities}
                        stations={points}
                        background={below}
                        onFail={onFail}
                      />
                    </div>
                  </div>
                )
              }}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

const Notice = ({ children }: { children: string }) => (
  <p className="shrink-0 border-b border-line bg-attention-soft px-4 py-1.5 text-small">
    {children}
  </p>
)
