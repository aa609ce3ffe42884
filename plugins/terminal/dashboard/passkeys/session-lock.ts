import type { Payload } from '@svc/protocol'
import {
  agree,
  type Content,
  decodeContent,
  encodeContent,
  exportPublicKey,
  hashTranscript,
  makeKeyPair,
  openChannel,
  type SealedChannel,
  toBase64Url,
} from '../../src/end-to-end.ts'
import type { Challenge } from '../../src/wire.ts'
import { type Authenticator, canUsePasskeys } from './authenticator.ts'

/** Why a session was not approved. `noPasskey`: the host has none; `wrongHost`: the passkey belongs to another host than the server says. */
export type LockProblem = 'noPasskey' | 'unsupported' | 'otherDomain' | 'cancelled' | 'wrongHost'

/** Sent input that is kept for the server to ask for again after a lost connection. */
const maxKeptBytes = 1024 * 1024

interface Options {
  readonly serverId: string
  readonly sessionId: string
  readonly challenge: Payload<typeof Challenge>
  readonly authenticator: Authenticator
}

/** Approves a session with a passkey, and encrypts it for the host. Its keys are in the memory of this page only. */
export class SessionLock {
  readonly #options: Options
  #channel: SealedChannel | undefined
  #isReady = false
  #kept: Uint8Array[] = []
  #keptFrom = 0
  #sentBytes = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** whether the host has accepted the approval, which only it can say */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Asks the user for the passkey. Resolves with what the host has to check. */
  async approve(): Promise<{ browser_key: string; assertion: string } | { problem: LockProblem }> {
    const { serverId, sessionId, challenge, authenticator } = this.#options
    const { host_key: hostKey, agent_key: agentKey, rp_id: rpId, credentials } = challenge
    if (!(await canUsePasskeys())) return { problem: 'unsupported' }
    if (!authenticator.isDomain(rpId)) return { problem: 'otherDomain' }
    const pair = await makeKeyPair()
    const browserKey = await exportPublicKey(pair)
    const hash = await hashTranscript({ serverId, sessionId, hostKey, agentKey, browserKey })
    const assertion = await authenticator.get({ challenge: toBase64Url(hash), rpId, credentials })
    if (!assertion) return { problem: 'cancelled' }
    // The passkey knows the key of its host, so that the server cannot pass its own off as that.
    if (assertion.response.userHandle !== hostKey) return { problem: 'wrongHost' }
    this.#channel = await openChannel('browser', hash, [
      await agree(pair.privateKey, agentKey),
      await agree(pair.privateKey, hostKey),
    ])
    return { browser_key: browserKey, assertion: JSON.stringify(assertion) }
  }

  /** Encrypted input, in the order of the calls. */
  async seal(content: Content): Promise<Uint8Array> {
    if (!this.#channel) throw new Error('the session is not approved')
    const bytes = await this.#channel.writer.seal(encodeContent(content))
    this.#kept.push(bytes)
    this.#sentBytes += bytes.length
    while (this.#sentBytes - this.#keptFrom > maxKeptBytes) this.#keptFrom += this.#kept.shift()?.length ?? 0
    return bytes
  }

  /** Input from an offset on; undefined if that is no longer known. */
  sentFrom(offset: number): Uint8Array | undefined {
    if (offset < this.#keptFrom || offset > this.#sentBytes) return undefined
    const all = new Uint8Array(this.#sentBytes - this.#keptFrom)
    let position = 0
    for (const bytes of this.#kept) {
      all.set(bytes, position)
      position += bytes.length
    }
    return all.subarray(offset - this.#keptFrom)
  }

  /** What the host has encrypted; undefined if it was changed, repeated or left out on its way. */
  async open(piece: Uint8Array): Promise<Content[] | undefined> {
    try {
      const contents = (await this.#channel?.reader.open(piece))?.map(decodeContent)
      if (contents?.some(({ kind }) => kind === 'ready')) this.#isReady = true
      return contents
    } catch {
      return undefined
    }
  }
}
