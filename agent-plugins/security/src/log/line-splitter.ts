/** Longer lines are dropped. */
const maxLineBytes = 65_536
const newline = 10

/** Cuts a stream of bytes into lines. */
export function makeLineSplitter() {
  let rest: Buffer = Buffer.alloc(0)
  /** the beginning of the line was dropped */
  let isSkipping = false
  return {
    /** The complete lines, without their line breaks. */
    split(chunk: Buffer): string[] {
      const end = chunk.lastIndexOf(newline)
      if (end < 0) {
        this.append(chunk)
        return []
      }
      const whole = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, end)]) : chunk.subarray(0, end)
      rest = Buffer.alloc(0)
      const lines = whole.toString('utf8').split('\n')
      if (isSkipping) lines.shift()
      isSkipping = false
      this.append(chunk.subarray(end + 1))
      return lines
    },
    append(part: Buffer) {
      if (isSkipping) return
      if (rest.length + part.length > maxLineBytes) {
        isSkipping = true
        rest = Buffer.alloc(0)
      } else {
        // A copy, because the chunk is reused by its reader.
        rest = Buffer.concat([rest, part])
      }
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
