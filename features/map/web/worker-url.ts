/**
 * The part of the library that works beside the page. Served by ourselves: the content security policy lets no script be
 * made of text.
 */
export const workerUrl = new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href
