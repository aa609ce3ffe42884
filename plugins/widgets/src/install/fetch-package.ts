import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { limits } from '@svc/widget-package'
import { rejection } from './rejection.ts'

/** milliseconds until all of a module must be there */
const patience = 15_000

/** Fetches a module or archive. The address is checked, and the one that was checked is connected to. Throws 400. */
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
    const { status, body } = await outbound.request(url, { timeoutMs: patience, maxBytes: limits.upload })
    if (status >= 300 && status < 400)
      throw rejection(`${url.host} responded with a redirect; redirects are not followed`)
    if (status !== 200) throw rejection(`${url.host} responded with status ${status}`)
    return { bytes: body, url: url.href }
  } catch (error) {
    if (error instanceof OutboundError) throw rejection(error.message)
    throw error
  }
}
