import type { Outbound } from '@svc/plugin-system/contract'
import type { CustomFetch, CustomFetchOptions } from 'openid-client'

const withoutBody = new Set([204, 205, 304])

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]))

/** What the library fetches, through the guarded way out. `trustedHost` is what the operator configured. */
export function outboundFetch(outbound: Outbound, trustedHost: string | undefined): CustomFetch {
  return async (url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> => {
    const answer = await outbound.request(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      ...(signal && { signal }),
      ...(trustedHost !== undefined && { trustedHost }),
    })
    const content = withoutBody.has(answer.status) ? null : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: flat(answer.headers) })
  }
}
