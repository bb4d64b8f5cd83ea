type Item<Id extends string> = {
  readonly id: Id
  readonly title: string
  readonly about: string
  readonly isDisabled?: boolean
}

/** One of a few, each with a sentence about it. */
export function RadioChoice<Id extends string>({
  legend,
  name,
  items,
  value,
  onChange,
}: {
  legend: string
  name: string
  items: readonly Item<Id>[]
  /** Undefined: none is chosen yet. */
  value: Id | undefined
  onChange: (value: Id) => void
}) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-strong">{legend}</legend>
      {items.map(({ id, title, about, isDisabled = false }) => (
        <label
          key={id}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2 has-checked:border-ours has-checked:bg-ours-soft has-disabled:cursor-default has-disabled:text-muted"
        >
          <input
            type="radio"
            name={name}
            checked={id === value}
            disabled={isDisabled}
            onChange={() => onChange(id)}
            className="mt-1 size-4 shrink-0 accent-ours"
          />
          <span>
            <span className="block font-strong">{title}</span>
            <span className="block text-small text-muted">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
