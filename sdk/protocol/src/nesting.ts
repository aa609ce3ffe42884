/** Levels of arrays and objects in a request or a message; none needs more. */
export const maxNesting = 64

const [quote, backslash, openArray, closeArray, openObject, closeObject] = [...'"\\[]{}'].map((c) => c.charCodeAt(0))

/** Whether a character occurs more than `most` times, which the engine finds out faster than a loop over all characters. */
function occursMore(text: string, char: string, most: number): boolean {
  let left = most
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) if (--left < 0) return true
  return false
}

/** Whether a text nests arrays and objects too deeply to be parsed. It need not be JSON. */
export function nestsTooDeeply(text: string): boolean {
  if (!occursMore(text, '{', maxNesting / 2) && !occursMore(text, '[', maxNesting / 2)) return false
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
