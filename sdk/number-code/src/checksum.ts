/** FNV-1a over words of four bytes, and over the bytes that are left: 32 bits. Any byte that is not what it was shows. */
export function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let sum = 0x811c9dc5
  let at = 0
  for (; at + 4 <= bytes.length; at += 4) sum = Math.imul(sum ^ view.getInt32(at), 0x01000193)
  for (; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] as number), 0x01000193)
  return (sum ^ (sum >>> 15)) >>> 0
}
