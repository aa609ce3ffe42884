/** Multi-line text, trimmed, with line feeds. */
export const normalizeLines = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** The same, or null if nothing is left. */
export const bodyOf = (text: string | null): string | null => (text && normalizeLines(text)) || null
