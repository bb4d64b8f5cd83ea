let known: boolean | undefined

/** Whether this browser can draw a map. */
export function hasWebGl(): boolean {
  known ??= document.createElement('canvas').getContext('webgl2') !== null
  return known
}

/** What browsers call a processor that does a graphics card’s work: Chromium’s own, Mesa’s, that of Windows. */
const processors = /swiftshader|llvmpipe|softpipe|basic render/i

/** Whether there is no graphics card, as on a remote desktop or where an old one is not trusted by the browser. */
export function isDrawnByProcessor(canvas: HTMLCanvasElement): boolean {
  const drawing = canvas.getContext('webgl2')
  // Chromium says it only when asked so.
  const named = drawing?.getExtension('WEBGL_debug_renderer_info')
  const name = drawing?.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? drawing.RENDERER)
  return processors.test(String(name))
}
