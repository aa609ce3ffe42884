/** bytes of output that are stored, besides the notes about what was left out */
const maxBytes = 512 * 1024
const noteBytes = 1024

const withoutCutEnd = (text: string) => text.replace(/\ufffd$/, '')
const withoutCutStart = (text: string) => text.replace(/^\ufffd{1,3}/, '')

/** Head and tail of an output that is longer than agents may send. */
export function boundedOutput(text: string): { readonly text: string; readonly omitted: number } {
  if (text.length * 3 <= maxBytes) return { text, omitted: 0 }
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes + noteBytes) return { text, omitted: 0 }
  const head = withoutCutEnd(bytes.subarray(0, maxBytes / 2).toString())
  const tail = withoutCutStart(bytes.subarray(-maxBytes / 2).toString())
  const omitted = bytes.length - Buffer.byteLength(head) - Buffer.byteLength(tail)
  return { text: `${head}\n[… ${omitted} bytes left out …]\n${tail}`, omitted }
}
