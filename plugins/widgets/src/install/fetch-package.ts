import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { limits } from '@svc/widget-package'
import { rejection } from './rejection.ts'

const timeoutMs = 15_000

/** Downloads a module or archive; throws 400. Connects only to the validated IP address. */
export async function fetchPackage(outbound: Outbound, address: string): Promise<{ bytes: Buffer; url: string }> {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw rejection('url must be an https URL')
  }
  if (url.protocol !== 'https:') throw rejection('url must be an https URL')
  if (address.length > 2048) throw rejection('url must have at most 2048 characters')
  url.hash = ''
  try {
    const { status, body } = await outbound.request(url, { timeoutMs, maxBytes: limits.upload })
    if (status >= 300 && status < 400)
      throw rejection(`${url.host} responded with a redirect; redirects are not followed`)
    if (status !== 200) throw rejection(`${url.host} responded with status ${status}`)
    return { bytes: body, url: url.href }
  } catch (error) {
    if (error instanceof OutboundError) throw rejection(error.message)
    throw error
  }
}
