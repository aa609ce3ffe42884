/** The same bytes in chunks of this size; the last one may be smaller. */
export async function* inChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer, void, undefined> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const bytes of source) {
    for (let start = 0; start < bytes.length; ) {
      const part = bytes.subarray(start, start + size - length)
      parts.push(part)
      length += part.length
      start += part.length
      if (length < size) continue
      yield Buffer.concat(parts, length)
      parts = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(parts, length)
}
