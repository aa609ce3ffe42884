import { RequestError } from '@svc/agent-sdk'
import {
  agree,
  exportPublicKey,
  hashTranscript,
  makeKeyPair,
  openChannel,
  type SealedChannel,
  toBase64Url,
} from '@svc/plugin-terminal/end-to-end'
import type { TerminalApproval } from '@svc/plugin-terminal/wire'
import type { Payload } from '@svc/protocol'
import type { PasskeyStore } from './passkey-store.ts'

/** Asks for the approval of a session. `approve` opens its channel, or throws: nothing else starts a shell. */
export async function challengeSession(store: PasskeyStore, sessionId: string) {
  const [passkeys, hostKey, serverId = '', pair] = await Promise.all([
    store.list(),
    store.hostKey(),
    store.serverId(),
    makeKeyPair(),
  ])
  const [first] = passkeys
  const agentKey = await exportPublicKey(pair)

  async function verified(approval: Pick<Payload<typeof TerminalApproval>, 'browser_key' | 'assertion'>) {
    const hash = await hashTranscript({
      serverId,
      sessionId,
      hostKey: hostKey.publicText,
      agentKey,
      browserKey: approval.browser_key,
    })
    const response = JSON.parse(approval.assertion) as { readonly id: string }
    // Read again: it may have been removed while the user was asked.
    const passkey = (await store.list()).find(({ id }) => id === response.id)
    if (!passkey) throw new Error('the passkey is not registered on this host')
    const { verifyApproval } = await import('./passkey-verifier.ts')
    const counter = await store.counter(passkey.id)
    await store.setCounter(passkey.id, await verifyApproval(response, toBase64Url(hash), { ...passkey, counter }))
    return openChannel('agent', hash, [
      await agree(pair.privateKey, approval.browser_key),
      await agree(hostKey.privateKey, approval.browser_key),
    ])
  }

  return {
    challenge: {
      host_key: hostKey.publicText,
      agent_key: agentKey,
      rp_id: first ? new URL(first.origin).hostname : '',
      credentials: passkeys.map(({ id }) => id),
    },
    async approve(approval: Parameters<typeof verified>[0]): Promise<SealedChannel> {
      try {
        return await verified(approval)
      } catch (error) {
        throw new RequestError('invalid', `not approved: ${(error as Error).message}`, { cause: error })
      }
    },
  }
}
