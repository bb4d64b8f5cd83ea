import { saveFile } from '#kit/web/read/files.ts'

/** Styles a picture needs inline: outside the page there are no classes. */
const copied = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'font-weight',
] as const

const lineHeight = 18
const margin = 12

/** Saves a drawing of the page as a file, in its colours there, with these lines below it. */
export async function savePicture(
  svg: SVGSVGElement,
  { name, kind, lines }: { name: string; kind: 'svg' | 'png'; lines: readonly string[] },
): Promise<void> {
  const drawn = svg.getBoundingClientRect()
  const width = Math.max(drawn.width, ...lines.map((line) => line.length * 7 + 2 * margin))
  const height = drawn.height + lines.length * lineHeight + margin
  const text = standalone(svg, width, height, lines)
  if (kind === 'svg') return saveFile(new Blob([text], { type: 'image/svg+xml' }), `${name}.svg`)
  const png = await painted(text, width, height)
  if (png) saveFile(png, `${name}.png`)
}

function standalone(
  svg: SVGSVGElement,
  width: number,
  height: number,
  lines: readonly string[],
): string {
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
  const look = getComputedStyle(svg)
  for (const [index, line] of lines.entries()) {
    const text = document.createElementNS('http://www.w3.org/2000/svg', 'text')
    text.textContent = line
    text.setAttribute('x', String(margin))
    text.setAttribute('y', String(height - margin / 2 - (lines.length - 1 - index) * lineHeight))
    text.setAttribute('fill', look.color)
    text.setAttribute('font-family', look.fontFamily)
    text.setAttribute('font-size', '12px')
    copy.append(text)
  }
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}

/** The background colour. */
function groundOf(start: Element): string {
  for (let each: Element | null = start; each; each = each.parentElement) {
    const colour = getComputedStyle(each).backgroundColor
    if (colour !== 'rgba(0, 0, 0, 0)') return colour
  }
  return '#ffffff'
}

/** The height that every browser can paint: Safari's limit is the lowest. */
const highest = 16_384

/** At double resolution, so that it can be printed; less for a list of a thousand rows. */
async function painted(text: string, width: number, height: number): Promise<Blob | null> {
  const image = new Image()
  // Our policy allows images from data: URLs, but not from blobs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  const finer = Math.min(2, highest / height)
  canvas.width = width * finer
  canvas.height = height * finer
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
