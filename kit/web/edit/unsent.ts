/** What is left of a text once it is stored as it was sent: its author may type on meanwhile. */
export const unsentOf = (text: string, sent: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
