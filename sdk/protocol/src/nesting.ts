/** Levels of arrays and objects in a request or a message; none needs more. */
export const maxNesting = 64

const [quote, backslash, openArray, closeArray, openObject, closeObject] = [...'"\\[]{}'].map((c) => c.charCodeAt(0))

/** Whether a text nests arrays and objects too deeply to be parsed. It need not be JSON. */
export function nestsTooDeeply(text: string): boolean {
  let level = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === backslash) i++
      else if (char === quote) inString = false
    } else if (char === quote) inString = true
    else if (char === openArray || char === openObject) {
      if (++level > maxNesting) return true
    } else if (char === closeArray || char === closeObject) level--
  }
  return false
}
