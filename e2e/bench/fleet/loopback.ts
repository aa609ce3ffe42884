/**
 * The fleet is a load generator. Only loopback is allowed, so that a mistyped address cannot attack another
 * machine.
 */
export function loopbackUrl(text: string): URL {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new Error(`--url ${JSON.stringify(text)} is not an address; use for example http://127.0.0.1:9527`)
  }
  if (url.protocol !== 'http:') throw new Error(`--url must be http, not ${url.protocol.replace(':', '')}`)
  if (!/^(127(\.\d{1,3}){3}|\[::1\]|localhost)$/.test(url.hostname)) {
    throw new Error(`--url must be a loopback address, not ${url.hostname}`)
  }
  return url
}
