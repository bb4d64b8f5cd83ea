/**
 * A name with a number at its end, as stations are called: where there is too little room the name is
 * cut and the number never, since by it one station is told from the next.
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
