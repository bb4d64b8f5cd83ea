// The package brings no types; these are the ones that are used here.
declare module 'saxen' {
  /** Decodes the entities of XML: `&amp;`, `&#259;`. */
  type Decode = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      act: (
        name: string,
        attributes: () => Readonly<Record<string, string>>,
        decode: Decode,
      ) => void,
    ): this
    on(event: 'closeTag', act: (name: string) => void): this
    on(event: 'text', act: (text: string, decode: Decode) => void): this
    on(event: 'cdata', act: (text: string) => void): this
    /** Reports what is complete so far. */
    write(xml: string): this
    /** @throws where the XML ends too early. */
    end(): Error | null
  }
}
