/** Why a body could not be read. */
export type BodyFailure = 'too_large' | 'timeout'

/** Reads at most `maxBytes` within `timeoutMs`; what comes after that is not read. */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  { maxBytes, timeoutMs }: { readonly maxBytes: number; readonly timeoutMs: number },
): Promise<Uint8Array | BodyFailure> {
  if (!body) return new Uint8Array()
  const iterator = body[Symbol.asyncIterator]()
  const { promise: timeout, resolve } = Promise.withResolvers<'timeout'>()
  const timer = setTimeout(() => resolve('timeout'), timeoutMs)
  const cancel = <T>(result: T): T => {
    iterator.return?.().catch(() => {})
    return result
  }
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), timeout])
      if (next === 'timeout') return cancel(next)
      if (next.done) break
      length += next.value.byteLength
      if (length > maxBytes) return cancel('too_large')
      chunks.push(next.value)
    }
  } finally {
    clearTimeout(timer)
  }
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
