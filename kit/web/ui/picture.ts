import { saveFile } from '../files.ts'

/** What a picture needs said in itself: outside the page there are no classes. */
const copied = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'font-weight',
] as const

/** Saves a drawing of the page, in the colours it has there, as a file of the name. */
export async function savePicture(
  svg: SVGSVGElement,
  name: string,
  kind: 'svg' | 'png',
): Promise<void> {
  const { width, height } = svg.getBoundingClientRect()
  const text = standalone(svg, width, height)
  if (kind === 'svg') return saveFile(new Blob([text], { type: 'image/svg+xml' }), `${name}.svg`)
  const png = await painted(text, width, height)
  if (png) saveFile(png, `${name}.png`)
}

function standalone(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) return ''
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, original] of [svg, ...svg.querySelectorAll('*')].entries()) {
    const look = getComputedStyle(original)
    for (const property of copied)
      copies[index]?.setAttribute(property, look.getPropertyValue(property))
    copies[index]?.removeAttribute('class')
  }
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', groundOf(svg))
  copy.prepend(ground)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}

/** The colour it lies on. */
function groundOf(start: Element): string {
  for (let each: Element | null = start; each; each = each.parentElement) {
    const colour = getComputedStyle(each).backgroundColor
    if (colour !== 'rgba(0, 0, 0, 0)') return colour
  }
  return '#ffffff'
}

/** Twice as fine as on screen, so that it can be printed. */
async function painted(text: string, width: number, height: number): Promise<Blob | null> {
  const image = new Image()
  // Our policy lets in images from data: addresses, and from no blob.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
