import { createHash } from 'node:crypto'
import { lookup } from 'node:dns'
import { open, statfs } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { dirname } from 'node:path'
import { isForbiddenAddress } from '@svc/probe-target'

const maxRedirects = 10

export interface DownloadOptions {
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** Names that lead to this host, its link or cloud metadata are refused. */
const guardedLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, address, family) => {
    const found = typeof address === 'string' ? [address] : (address ?? []).map((each) => each.address)
    if (!error && found.some(isForbiddenAddress)) callback(new Error(`${hostname} is not a public address`), '', 0)
    else callback(error, address, family)
  })

function get(url: URL, isTrusted: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    if (!isTrusted && isIP(host) && isForbiddenAddress(host)) throw new Error(`${host} is not a public address`)
    const { request } = url.protocol === 'https:' ? https : http
    const headers = { accept: '*/*', 'user-agent': 'svc-agent' }
    request(url, { headers, signal, agent: false, ...(!isTrusted && { lookup: guardedLookup }) })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

/** Follows redirects: to https only, and away from the configured host to public addresses only. */
async function open200(start: URL, signal: AbortSignal): Promise<IncomingMessage> {
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const isTrusted = url.host === start.host
    const response = await get(url, isTrusted, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || !headers.location || !URL.canParse(headers.location, url.href))
      throw new Error(`${url.origin} responded with status ${statusCode}`)
    const next = new URL(headers.location, url)
    if (next.protocol !== 'https:' && next.origin !== start.origin)
      throw new Error(`${url.origin} redirects to an address without https`)
    url = next
  }
  throw new Error(`${start.origin} redirects more than ${maxRedirects} times`)
}

async function* limited(response: IncomingMessage, { maxBytes }: DownloadOptions): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`the file is larger than ${maxBytes} bytes`)
    yield chunk
  }
  // A connection that breaks without an error would leave half a file.
  if (!response.complete) throw new Error('the connection ended before the file was complete')
}

/** A small text. */
export async function downloadText(url: URL, options: DownloadOptions): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of limited(await open200(url, options.signal), options)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Writes a new executable file and syncs it. Returns its SHA-256 in hexadecimal. */
export async function downloadProgram(url: URL, path: string, options: DownloadOptions): Promise<string> {
  const response = await open200(url, options.signal)
  try {
    const { bavail, bsize } = await statfs(dirname(path))
    const size = Number(response.headers['content-length'] ?? 0)
    if (size > bavail * bsize) throw new Error(`no space left for ${size} bytes in ${dirname(path)}`)
    const hash = createHash('sha256')
    await using file = await open(path, 'wx', 0o755)
    for await (const chunk of limited(response, options)) {
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.sync()
    return hash.digest('hex')
  } finally {
    response.destroy()
  }
}
