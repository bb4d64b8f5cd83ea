/** A value of a server's /metrics, by name; some are since the last request. */
export async function metricOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  if (line === undefined) throw new Error(`The server does not tell ${name}`)
  return Number(line.slice(name.length + 1).split(' ')[0])
}
