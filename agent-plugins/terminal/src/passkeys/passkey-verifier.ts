import { hostname } from 'node:os'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { fromBase64Url, toBase64Url } from '@svc/plugin-terminal/end-to-end'

/** What a browser made, as `PublicKeyCredential.toJSON()`. */
type Response = Parameters<typeof verifyRegistrationResponse>[0]['response']
type Assertion = Parameters<typeof verifyAuthenticationResponse>[0]['response']

/** EdDSA, ES256 and RS256; without a list the library tries out what else Node knows, which warns. */
const algorithms = [-8, -7, -257]

const domainOf = (origin: string): string => new URL(origin).hostname

/** What the page passes to `navigator.credentials.create`. The user handle tells later pages the key of the host. */
export const creationOptions = (options: {
  readonly origin: string
  readonly challenge: string
  readonly hostKey: string
  readonly name: string
  readonly existing: readonly string[]
}) => ({
  challenge: options.challenge,
  rp: { id: domainOf(options.origin), name: 'svc' },
  user: { id: options.hostKey, name: `terminal of ${hostname()}`, displayName: `${options.name} on ${hostname()}` },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  excludeCredentials: options.existing.map((id) => ({ type: 'public-key', id })),
  attestation: 'none',
})

/** Throws if the browser did not make a passkey for this challenge on this page. */
export async function verifyRegistration(response: unknown, challenge: string, origin: string) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as Response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domainOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  })
  if (!verified) throw new Error('the passkey could not be verified')
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey: toBase64Url(publicKey), counter }
}

/** Returns the new counter; throws unless the user has signed this challenge with this passkey on its page. */
export async function verifyApproval(
  response: unknown,
  challenge: string,
  passkey: { readonly id: string; readonly publicKey: string; readonly counter: number; readonly origin: string },
): Promise<number> {
  const { id, counter, origin } = passkey
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Assertion,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domainOf(origin),
    credential: { id, publicKey: fromBase64Url(passkey.publicKey), counter },
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the signature of the passkey is wrong')
  return authenticationInfo.newCounter
}
