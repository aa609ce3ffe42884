import { importPKCS8, SignJWT } from 'jose'
import type { RelayConfig } from './config.ts'

/** The push service takes tokens of up to an hour, and none that change more often than every 20 minutes. */
const reuseSeconds = 50 * 60

interface Issued {
  readonly token: string
  /** epoch seconds */
  readonly at: number
}

/** Signs in at the push service as the publisher. */
export function makeProviderToken(
  { teamId, keyId, privateKey }: Pick<RelayConfig, 'teamId' | 'keyId' | 'privateKey'>,
  now: () => number,
) {
  let key: Promise<CryptoKey> | undefined
  let issued: Issued | undefined
  let signing: Promise<Issued> | undefined

  const importKey = () => {
    key ??= importPKCS8(privateKey, 'ES256')
    return key
  }

  async function sign(): Promise<Issued> {
    const at = Math.floor(now() / 1000)
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(at)
      .sign(await importKey())
    issued = { token, at }
    return issued
  }

  const isCurrent = ({ at }: Issued) => {
    const age = Math.floor(now() / 1000) - at
    return age >= 0 && age < reuseSeconds
  }

  return {
    /** Whether the key can sign. */
    isUsable: () =>
      importKey().then(
        () => true,
        () => false,
      ),

    /** The current token; a new one is signed once for all who wait for it. */
    async get(signal: AbortSignal): Promise<string> {
      if (issued && isCurrent(issued)) return issued.token
      if (!signing) {
        const attempt = sign()
        signing = attempt
        const done = () => {
          if (signing === attempt) signing = undefined
        }
        attempt.then(done, done)
        // On a platform that ends requests, the one that signs may end before the others that wait for it.
        signal.addEventListener('abort', done, { once: true })
      }
      return (await signing).token
    },
  }
}
