import type { Variables } from './config.ts'
import type { ProviderSend } from './provider.ts'
import { readBody } from './read-body.ts'
import { makeRelay, type Relay } from './relay.ts'

/** The platform speaks HTTP/2 and reuses connections. */
const send: ProviderSend = async ({ host, path, headers, body, signal }) => {
  const response = await fetch(`https://${host}${path}`, { method: 'POST', headers, body, signal, redirect: 'manual' })
  if (response.status === 200) await response.body?.cancel()
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    async read(maxBytes) {
      const bytes = await readBody(response.body, { maxBytes, timeoutMs: 5000 })
      return typeof bytes === 'string' ? '' : new TextDecoder().decode(bytes)
    },
  }
}

/** Limits and the signed token belong to the instance, so that its requests share them. */
let relay: Relay | undefined

/** A worker of a platform such as Cloudflare. */
export default {
  async fetch(request: Request, variables: Variables): Promise<Response> {
    relay ??= makeRelay({ variables, send, log: (entry) => console.log(JSON.stringify(entry)) })
    const { body, ...init } = await relay(request, request.headers.get('cf-connecting-ip') ?? undefined)
    return new Response(body, init)
  },
}
