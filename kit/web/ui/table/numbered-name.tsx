/**
 * A name with a number at its end, such as a station's: where there is too little room the name is truncated
 * and the number never, because it identifies the station.
 */
export function NumberedName({ text }: { text: string }) {
  const [, name = text, number] = /^(.+) (\d+)$/.exec(text) ?? []
  return (
    <span title={text} className="inline-flex max-w-full min-w-0 align-bottom">
      <span className="truncate">{name}</span>
      {number && <span className="shrink-0 whitespace-pre"> {number}</span>}
    </span>
  )
}
