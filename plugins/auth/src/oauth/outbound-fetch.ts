import type { Outbound } from '@svc/plugin-system/contract'
import type { CustomFetch, CustomFetchOptions } from 'openid-client'

const statusesWithoutBody = new Set([204, 205, 304])

const toHeaderPairs = (headers: Readonly<Record<string, string | string[] | undefined>>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]))

/** `fetch` for the OAuth library through the outbound service. `trustedHost` may be on a private network. */
export function outboundFetch(outbound: Outbound, trustedHost: string | undefined): CustomFetch {
  return async (url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> => {
    const response = await outbound.request(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      ...(signal && { signal }),
      ...(trustedHost !== undefined && { trustedHost }),
    })
    const content = statusesWithoutBody.has(response.status) ? null : new Uint8Array(response.body)
    return new Response(content, { status: response.status, headers: toHeaderPairs(response.headers) })
  }
}
