/** Longer lines are dropped. */
export const maxLineBytes = 65_536
export const newline = 10

/** Cuts a stream of bytes into lines. */
export function makeLineSplitter() {
  let rest: Buffer = Buffer.alloc(0)
  /** the beginning of the line was dropped */
  let isSkipping = false

  function append(part: Buffer): void {
    if (isSkipping) return
    isSkipping = rest.length + part.length > maxLineBytes
    // A copy, because the chunk is reused by its reader.
    rest = isSkipping ? Buffer.alloc(0) : Buffer.concat([rest, part])
  }

  return {
    /** The complete lines, without their line breaks. */
    split(chunk: Buffer): string[] {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        if (start === 0 && (isSkipping || rest.length > 0)) {
          append(chunk.subarray(0, end))
          if (!isSkipping) lines.push(rest.toString('utf8'))
          rest = Buffer.alloc(0)
          isSkipping = false
        } else {
          // Each line is a string of its own: a part of it that is remembered must not hold the whole chunk in memory.
          lines.push(chunk.toString('utf8', start, end))
        }
        start = end + 1
      }
      append(chunk.subarray(start))
      return lines
    },
    /** bytes of the line that is not complete yet */
    get pending() {
      return rest.length
    },
    reset() {
      rest = Buffer.alloc(0)
      isSkipping = false
    },
  }
}
