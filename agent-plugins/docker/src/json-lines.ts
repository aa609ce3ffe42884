/** A longer line is skipped. */
const maxLineBytes = 1024 * 1024

/** The lines of a stream of JSON documents, which arrive cut anywhere. What is no JSON is skipped. */
export async function* jsonLines(source: AsyncIterable<Buffer>, max = maxLineBytes): AsyncGenerator<unknown> {
  let parts: Buffer[] = []
  let bytes = 0

  function* finish(): Generator<unknown> {
    const text = bytes > max ? '' : Buffer.concat(parts).toString()
    parts = []
    bytes = 0
    try {
      if (text.trim() !== '') yield JSON.parse(text)
    } catch {
      // not a document
    }
  }

  for await (const chunk of source) {
    let start = 0
    while (start < chunk.length) {
      const end = chunk.indexOf(10, start)
      const part = chunk.subarray(start, end === -1 ? undefined : end)
      bytes += part.length
      if (bytes <= max) parts.push(part)
      else parts = []
      if (end === -1) break
      start = end + 1
      yield* finish()
    }
  }
  yield* finish()
}
