/** What a passkey has signed, as `PublicKeyCredential.toJSON()`. */
interface Assertion {
  readonly id: string
  readonly response: { readonly userHandle?: string | null }
}

/** The passkeys of the browser. */
export interface Authenticator {
  /** whether passkeys of this domain can be used on this page */
  isDomain(rpId: string): boolean
  /** Undefined if the user cancels, or has none of these passkeys. */
  get(request: {
    readonly challenge: string
    readonly rpId: string
    readonly credentials: readonly string[]
  }): Promise<Assertion | undefined>
}

/** Browsers have both on https pages and on localhost only. */
export async function canUsePasskeys(): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return false
  try {
    await crypto.subtle.generateKey('X25519', false, ['deriveBits'])
    return true
  } catch {
    return false
  }
}

export const browserAuthenticator: Authenticator = {
  isDomain(rpId) {
    const { hostname } = window.location
    return hostname === rpId || hostname.endsWith(`.${rpId}`)
  },
  async get({ challenge, rpId, credentials }) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge,
      rpId,
      allowCredentials: credentials.map((id) => ({ type: 'public-key', id })),
      userVerification: 'required',
    })
    try {
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null
      return (credential?.toJSON() as Assertion | undefined) ?? undefined
    } catch {
      return undefined
    }
  },
}

/** The new passkey as JSON; undefined if the user cancels; `exists` if this device has one for the host already. */
export async function createPasskey(options: unknown): Promise<unknown | 'exists' | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  try {
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
    return credential?.toJSON()
  } catch (error) {
    return (error as Error).name === 'InvalidStateError' ? 'exists' : undefined
  }
}
