/**
 * End-to-end encryption between a page and an agent, which the server only relays. Nothing here is a primitive of our own:
 * X25519, HKDF-SHA-256 and AES-256-GCM are those of WebCrypto, and both sides use this file.
 *
 * A session: the agent sends the key of its host and a key for this session, the page answers with its own. The page learns
 * the key of the host not from the server but from its passkey, which keeps it as the user handle. The challenge that the
 * passkey signs is the hash of everything exchanged, so that a signature is of no use for other keys or another session.
 * Keys for the two directions come from both key agreements and this hash; only the host can complete the second agreement.
 */

type Bytes = Uint8Array<ArrayBuffer>
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A pair of X25519 keys. */
export interface KeyPair {
  readonly privateKey: Key
  readonly publicKey: Key
}

/** Everything that a session is bound to. Keys are public, as base64url. */
export interface Transcript {
  readonly serverId: string
  readonly sessionId: string
  readonly hostKey: string
  readonly agentKey: string
  readonly browserKey: string
}

/** Both ends of an encrypted session, as one side sees them. */
export interface SealedChannel {
  readonly writer: SealedWriter
  readonly reader: SealedReader
}

const curve = 'X25519'
const cipher = 'AES-GCM'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Largest content of a frame, so that a peer cannot fill the memory. */
export const maxContentBytes = 64 * 1024
const lengthBytes = 4
const tagBytes = 16
const ivBytes = 12

export function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

export async function makeKeyPair(isExtractable = false): Promise<KeyPair> {
  return (await crypto.subtle.generateKey(curve, isExtractable, ['deriveBits'])) as KeyPair
}

export const exportPublicKey = async ({ publicKey }: Pick<KeyPair, 'publicKey'>): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))

/** The secret that a private key and the public key of the other side have in common. */
export async function agree(privateKey: Key, publicKey: string): Promise<Bytes> {
  const other = await crypto.subtle.importKey('raw', fromBase64Url(publicKey), curve, false, [])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: curve, public: other }, privateKey, 256))
}

/** The hash of a session, which is the challenge that the passkey signs. */
export async function hashTranscript(transcript: Transcript): Promise<Bytes> {
  const { serverId, sessionId, hostKey, agentKey, browserKey } = transcript
  const text = JSON.stringify(['svc terminal session 1', serverId, sessionId, hostKey, agentKey, browserKey])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

async function deriveKey(secret: Bytes, salt: Bytes, purpose: string): Promise<Key> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode(`svc ${purpose}`) }
  return crypto.subtle.deriveKey(derivation, material, { name: cipher, length: 256 }, false, ['encrypt', 'decrypt'])
}

/** The channel of a session. `secrets`: the agreements with the key of the session and with that of the host. */
export async function openChannel(
  side: 'browser' | 'agent',
  hash: Bytes,
  secrets: readonly [session: Bytes, host: Bytes],
): Promise<SealedChannel> {
  const secret = new Uint8Array([...secrets[0], ...secrets[1]])
  const [toAgent, toBrowser] = await Promise.all([
    deriveKey(secret, hash, 'terminal browser to agent'),
    deriveKey(secret, hash, 'terminal agent to browser'),
  ])
  const [write, read] = side === 'browser' ? [toAgent, toBrowser] : [toBrowser, toAgent]
  return { writer: new SealedWriter(write), reader: new SealedReader(read) }
}

/** Each frame of a direction has its own nonce: the number of frames before it. */
function nonceOf(count: number): Bytes {
  const nonce = new Uint8Array(ivBytes)
  new DataView(nonce.buffer).setBigUint64(ivBytes - 8, BigInt(count))
  return nonce
}

/** Encrypts one direction of a session: frames of a length and what it counts. */
export class SealedWriter {
  readonly #key: Key
  #count = 0
  #sealing: Promise<unknown> = Promise.resolve()

  constructor(key: Key) {
    this.#key = key
  }

  /** Resolves in the order of the calls. */
  seal(content: Uint8Array): Promise<Bytes> {
    if (content.length > maxContentBytes) throw new Error('the frame is too large')
    const iv = nonceOf(this.#count++)
    const sealed = this.#sealing.then(async () => {
      const body = new Uint8Array(await crypto.subtle.encrypt({ name: cipher, iv }, this.#key, content as Bytes))
      const frame = new Uint8Array(lengthBytes + body.length)
      new DataView(frame.buffer).setUint32(0, body.length)
      frame.set(body, lengthBytes)
      return frame
    })
    this.#sealing = sealed
    return sealed
  }
}

/** Decrypts one direction of a session. A frame that is changed, repeated, missing or out of order fails it for good. */
export class SealedReader {
  readonly #key: Key
  #count = 0
  #unread: Bytes = new Uint8Array(0)
  #opening: Promise<unknown> = Promise.resolve()

  constructor(key: Key) {
    this.#key = key
  }

  /** The contents of the frames that a piece of the stream completes. */
  open(piece: Uint8Array): Promise<Bytes[]> {
    const opened = this.#opening.then(() => this.#open(piece))
    this.#opening = opened
    // Whoever waits for a piece sees why it failed; later ones fail for the same reason.
    opened.catch(() => {})
    return opened
  }

  async #open(piece: Uint8Array): Promise<Bytes[]> {
    const bytes = new Uint8Array(this.#unread.length + piece.length)
    bytes.set(this.#unread)
    bytes.set(piece, this.#unread.length)
    const contents: Bytes[] = []
    let start = 0
    while (bytes.length - start >= lengthBytes) {
      const length = new DataView(bytes.buffer).getUint32(start)
      if (length > maxContentBytes + tagBytes) throw new Error('the frame is too large')
      const end = start + lengthBytes + length
      if (bytes.length < end) break
      contents.push(await this.#decrypt(bytes.slice(start + lengthBytes, end)))
      start = end
    }
    this.#unread = bytes.slice(start)
    return contents
  }

  async #decrypt(body: Bytes): Promise<Bytes> {
    const iv = nonceOf(this.#count++)
    return new Uint8Array(await crypto.subtle.decrypt({ name: cipher, iv }, this.#key, body))
  }
}

const kinds = { data: 0, resize: 1, ready: 2 }

/** What a frame says: bytes of the terminal, its size, or that the shell runs. */
export type Content =
  | { readonly kind: 'data'; readonly data: Uint8Array }
  | { readonly kind: 'resize'; readonly rows: number; readonly cols: number }
  | { readonly kind: 'ready' }

export function encodeContent(content: Content): Bytes {
  const kind = kinds[content.kind]
  if (content.kind === 'data') {
    const bytes = new Uint8Array(1 + content.data.length)
    bytes[0] = kind
    bytes.set(content.data, 1)
    return bytes
  }
  if (content.kind === 'ready') return new Uint8Array([kind])
  const bytes = new Uint8Array(5)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, kind)
  view.setUint16(1, content.rows)
  view.setUint16(3, content.cols)
  return bytes
}

export function decodeContent(bytes: Bytes): Content {
  if (bytes[0] === kinds.data) return { kind: 'data', data: bytes.subarray(1) }
  if (bytes[0] === kinds.ready) return { kind: 'ready' }
  if (bytes[0] !== kinds.resize || bytes.length !== 5) throw new Error('unknown content of a frame')
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return { kind: 'resize', rows: view.getUint16(1), cols: view.getUint16(3) }
}

/** What the page and the agent say to each other while a passkey is registered; each has a key of its own. */
export type RegistrationStep = 'begin' | 'options' | 'finish' | 'done'

/** Proves that the sender knows the secret of the link, and hides the content from the server. */
export async function sealForRegistration(token: string, step: RegistrationStep, content: unknown): Promise<string> {
  const key = await registrationKey(token, step)
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const body = await crypto.subtle.encrypt({ name: cipher, iv }, key, encoder.encode(JSON.stringify(content)))
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(body)]))
}

/** Throws for a sender without the secret of the link. */
export async function openForRegistration(token: string, step: RegistrationStep, text: string): Promise<unknown> {
  const key = await registrationKey(token, step)
  const bytes = fromBase64Url(text)
  const iv = bytes.slice(0, ivBytes)
  return JSON.parse(decoder.decode(await crypto.subtle.decrypt({ name: cipher, iv }, key, bytes.slice(ivBytes))))
}

const registrationKey = (token: string, step: RegistrationStep) =>
  deriveKey(fromBase64Url(token), new Uint8Array(0), `passkey registration ${step}`)
