import { badRequest } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { limits, PackageError, readPackage, type WidgetPackage } from '@svc/widget-package'

const timeoutMs = 15_000

/** Downloads a module or archive; throws 400. Connects only to the validated IP address. */
export async function fetchPackage(outbound: Outbound, address: string): Promise<{ bytes: Buffer; url: string }> {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw badRequest('widgets.HTTPS_URL')
  }
  if (url.protocol !== 'https:') throw badRequest('widgets.HTTPS_URL')
  if (address.length > 2048) throw badRequest('widgets.URL_LENGTH', { limit: 2048 })
  url.hash = ''
  try {
    const { status, body } = await outbound.request(url, { timeoutMs, maxBytes: limits.upload })
    if (status >= 300 && status < 400) throw badRequest('widgets.REDIRECT', { host: url.host })
    if (status !== 200) throw badRequest('widgets.HTTP_STATUS', { host: url.host, status })
    return { bytes: body, url: url.href }
  } catch (error) {
    if (error instanceof OutboundError) throw badRequest(error.text.code, error.text.params)
    throw error
  }
}

/** Validates a module or archive; throws 400 with the reason. */
export async function validatePackage(bytes: Buffer): Promise<WidgetPackage> {
  try {
    return await readPackage(bytes)
  } catch (error) {
    if (error instanceof PackageError) throw badRequest(error.text.code, error.text.params)
    throw error
  }
}
