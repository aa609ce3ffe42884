import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sha256 } from './contents.mjs'

/** The lines of a checksum file, as `sha256sum` writes them. @param {string[]} files */
export const checksums = (files) =>
  files
    .map((file) => `${sha256(readFileSync(file))}  ${basename(file)}\n`)
    .sort()
    .join('')

/** Bytes before the raw key in the standard encodings of an Ed25519 key. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * A key for signatures of minisign, from its 32 secret bytes.
 * @param {string} secret base64
 */
export function readKey(secret) {
  const seed = Buffer.from(secret, 'base64')
  if (seed.length !== 32) throw new Error('SVC_RELEASE_KEY must be 32 bytes in base64: openssl rand -base64 32')
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const id = createHash('sha256').update(raw).digest().subarray(0, 8)
  return { key, id, raw }
}
/** @typedef {ReturnType<typeof readKey>} Key */

const algorithm = Buffer.from('Ed')
const hashed = Buffer.from('ED')

/** The public key file of minisign. @param {Key} key */
export const publicKeyFile = ({ id, raw }) =>
  `untrusted comment: svc release key\n${Buffer.concat([algorithm, id, raw]).toString('base64')}\n`

/**
 * The signature file of minisign: of the BLAKE2b hash of the content, and of itself with its comment.
 * @param {Buffer} content
 * @param {string} comment
 * @param {Key} key
 */
export function signatureFile(content, comment, { key, id }) {
  const signature = sign(null, createHash('blake2b512').update(content).digest(), key)
  const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  return [
    'untrusted comment: signature of svc',
    Buffer.concat([hashed, id, signature]).toString('base64'),
    `trusted comment: ${comment}`,
    global.toString('base64'),
    '',
  ].join('\n')
}
