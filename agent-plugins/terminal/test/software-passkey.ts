import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { toBase64Url } from '@svc/plugin-terminal/end-to-end'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** User present, user verified; with the data of a new passkey. */
const [presentAndVerified, withCredential] = [0x05, 0x40]

/** What the browser of a user does with a passkey, in software. */
export function makePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const rpIdHash = sha256(new URL(origin).hostname)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const authenticatorData = (flags: number, ...more: Uint8Array[]) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([rpIdHash, head, ...more])
  }
  const credential = (response: object) => ({
    id: toBase64Url(id),
    rawId: toBase64Url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: toBase64Url(id),
    /** `navigator.credentials.create` */
    create(options: { challenge: string; user: { id: string } }) {
      userHandle = options.user.id
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = authenticatorData(presentAndVerified | withCredential, Buffer.alloc(16), length, id, cose)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return credential({
        clientDataJSON: toBase64Url(clientData('webauthn.create', options.challenge)),
        attestationObject: toBase64Url(isoCBOR.encode(attestation as never)),
      })
    },
    /** `navigator.credentials.get` */
    get(challenge: string, lie: { origin?: string; flags?: number; counter?: number } = {}) {
      counter = lie.counter ?? counter + 1
      const data = authenticatorData(lie.flags ?? presentAndVerified)
      const client = clientData('webauthn.get', challenge, lie.origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: toBase64Url(client),
        authenticatorData: toBase64Url(data),
        signature: toBase64Url(signature),
        userHandle,
      })
    },
  }
}
