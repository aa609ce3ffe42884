import { RequestError } from '@svc/agent-sdk'
import { openForRegistration, sealForRegistration, toBase64Url } from '@svc/plugin-terminal/end-to-end'
import type { PasskeyStore } from './passkey-store.ts'

/** Accepts one passkey per link of `svc-agent passkey add`, from the page that knows the secret of the link. */
export function makeRegistration(store: PasskeyStore, now: () => number) {
  /** of the last `begin`, which `finish` has to answer */
  let begun: { readonly token: string; readonly challenge: string } | undefined

  async function pending() {
    const found = await store.pending()
    if (found && found.expiresAt > now()) return found
    if (found) await store.removePending()
    throw new RequestError('invalid', 'no link is waiting for a passkey')
  }

  async function open(token: string, step: 'begin' | 'finish', data: string): Promise<unknown> {
    try {
      return await openForRegistration(token, step, data)
    } catch (error) {
      throw new RequestError('invalid', 'the page does not know the secret of the link', { cause: error })
    }
  }

  return {
    async begin(data: string): Promise<string> {
      const { token, name, origin } = await pending()
      await open(token, 'begin', data)
      const { creationOptions } = await import('./passkey-verifier.ts')
      const challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
      begun = { token, challenge }
      const existing = (await store.list()).map(({ id }) => id)
      const { publicText: hostKey } = await store.hostKey()
      return sealForRegistration(token, 'options', creationOptions({ origin, challenge, hostKey, name, existing }))
    },

    async finish(data: string): Promise<string> {
      const { token, name, origin } = await pending()
      const response = await open(token, 'finish', data)
      if (begun?.token !== token) throw new RequestError('invalid', 'the registration has not begun')
      const { challenge } = begun
      begun = undefined
      const { verifyRegistration } = await import('./passkey-verifier.ts')
      const { counter, ...passkey } = await verifyRegistration(response, challenge, origin).catch((error: Error) => {
        throw new RequestError('invalid', error.message, { cause: error })
      })
      // First, so that a link never registers two.
      await store.removePending()
      await store.add({ ...passkey, name, origin, createdAt: Math.floor(now()) })
      await store.setCounter(passkey.id, counter)
      return sealForRegistration(token, 'done', { name })
    },
  }
}
