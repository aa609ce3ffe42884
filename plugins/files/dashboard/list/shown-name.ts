/** Whether the host has the name in another encoding than UTF-8: no request can name such a file. */
export const isUnreadableName = (name: string): boolean => name.includes('\ufffd')

const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const control = /[\u0000-\u001f\u007f]/gu

/** A name with symbols in the place of characters that are invisible or would reorder the text around them. */
export const shownName = (name: string): string =>
  name
    .replace(control, (character) =>
      character === '\u007f' ? '␡' : String.fromCharCode(0x2400 + character.charCodeAt(0)),
    )
    .replace(bidi, '␦')
