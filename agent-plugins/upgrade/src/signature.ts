import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Bytes before the raw key in the standard encoding of an Ed25519 public key. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')
/** In minisign: a signature of the BLAKE2b hash of the file. */
const hashedAlgorithm = 'ED'

export interface ReleaseKey {
  readonly id: Buffer
  readonly key: KeyObject
}

/** The public key of minisign, as in the last line of its file: algorithm, id, key. Undefined if it is none. */
export function parseReleaseKey(text: string): ReleaseKey | undefined {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed') return undefined
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, bytes.subarray(10)]), format: 'der', type: 'spki' })
  return { id: bytes.subarray(2, 10), key }
}

/** Whether a signature file of minisign is for this content, and by this key. */
export function isSigned(content: string, signatureFile: string, { id, key }: ReleaseKey): boolean {
  const [, line = '', comment = '', globalLine = ''] = signatureFile.split(/\r?\n/)
  const bytes = Buffer.from(line, 'base64')
  if (bytes.length !== 74 || bytes.toString('latin1', 0, 2) !== hashedAlgorithm) return false
  if (!bytes.subarray(2, 10).equals(id)) return false
  const signature = bytes.subarray(10)
  const hash = createHash('blake2b512').update(content).digest()
  const commented = Buffer.concat([signature, Buffer.from(comment.replace(/^trusted comment: /, ''))])
  return verify(null, hash, key, signature) && verify(null, commented, key, Buffer.from(globalLine, 'base64'))
}
