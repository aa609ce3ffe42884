import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'

/** Fires when the client leaves before it has its response, or has it. */
export function leaving({ raw }: { readonly raw: ServerResponse }): AbortSignal {
  const left = new AbortController()
  finished(raw, () => left.abort())
  return left.signal
}
