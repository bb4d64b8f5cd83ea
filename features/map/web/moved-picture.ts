import type { LngLat, Map as MapView } from 'maplibre-gl'

/** The empty share of a side at which a moving map is redrawn. */
const mostBare = 2 / 5
/** The scale at which an enlarged picture becomes too coarse. */
const mostEnlarged = 2
/** How long a pointer rests, in milliseconds: longer than drawing takes, which blocks the pointer too. */
const rest = 250

/**
 * Without a graphics card, drawing 50,000 stations takes a tenth of a second, and dragging the map jerks. So a CSS
 * transform moves the drawn canvas, which costs nothing. The map redraws when it or the pointer rests, and before that
 * if too much of the canvas would be blank or blurred.
 */
export function movePicture(view: MapView): void {
  const { painter } = view
  const canvas = view.getCanvas()
  const container = view.getContainer()
  // The library looks there for where a hand is on the map, which moves with the picture otherwise.
  canvas.getBoundingClientRect = () => container.getBoundingClientRect()
  const draw = painter.render.bind(painter)
  let drawn: { readonly center: LngLat; readonly zoom: number } | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  const drawAnew = () => {
    drawn = undefined
    view.triggerRepaint()
  }
  painter.render = (...what) => {
    clearTimeout(resting)
    const moved = drawn && view.isMoving() ? movedSince(view, drawn) : undefined
    canvas.style.transform = moved ?? ''
    if (moved !== undefined) {
      resting = setTimeout(drawAnew, rest)
      return
    }
    draw(...what)
    drawn = { center: view.getCenter(), zoom: view.getZoom() }
  }
  // Nothing is left on a canvas of another size.
  view.on('resize', drawAnew)
  view.on('remove', () => clearTimeout(resting))
}

/** The CSS transform from the drawn view to the current view; undefined where the canvas must be redrawn. */
function movedSince(
  view: MapView,
  { center, zoom }: { readonly center: LngLat; readonly zoom: number },
): string | undefined {
  const { clientWidth: width, clientHeight: height } = view.getContainer()
  const scale = 2 ** (view.getZoom() - zoom)
  const middle = view.project(center)
  const [right, down] = [middle.x - width / 2, middle.y - height / 2]
  const bare = Math.max(Math.abs(right) / width, Math.abs(down) / height) + (1 - scale) / 2
  if (bare > mostBare || scale > mostEnlarged) return undefined
  return `translate(${right}px, ${down}px) scale(${scale})`
}
