/** As in the first system, text longer than this is cut, and this much of it is kept. */
const longest = 185
const kept = 186

export const isLong = (text: string) => text.length > longest

/** The beginning of a long text, with an ellipsis; a short one unchanged. */
export const cut = (text: string) => (isLong(text) ? `${text.slice(0, kept)}…` : text)
