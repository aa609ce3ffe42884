/** The same bytes in chunks of this size; the last one may be smaller. Each is valid until the next one is taken. */
export async function* inChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunk = Buffer.allocUnsafe(size)
  let length = 0
  for await (const bytes of source) {
    for (let start = 0; start < bytes.length; ) {
      const part = bytes.subarray(start, start + size - length)
      chunk.set(part, length)
      length += part.length
      start += part.length
      if (length < size) continue
      yield chunk
      length = 0
    }
  }
  if (length > 0) yield chunk.subarray(0, length)
}
