import { isPlainAddress } from './forbidden-address.ts'

const name =
  /^(?=.{1,253}\.?$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i

/** A name that ends like this is an address to some programs, such as `127.1` or `0x7f000001`. */
const endsInNumber = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i

/** Names that mean this host wherever they are asked for. */
const localhost = /^(?:.*\.)?localhost\.?$/i

/** The parser of addresses of the web; undefined for what it does not take. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** A name in letters of any script as it is asked for; what has a part that belongs in no name stays as it is. */
const asAscii = (host: string): string =>
  /^[\x21-\x7e]*$/.test(host) || /[\s@:/?#\\[\]%]/.test(host) ? host : (urlOf(`http://${host}`)?.hostname ?? host)

/** Whether an address may not be probed. */
export type IsForbidden = (address: string) => boolean

/** The host as it is asked for, or what is wrong with it, as a sentence without its subject. */
export function readHost(
  text: string,
  isForbidden: IsForbidden,
): { readonly host: string } | { readonly rule: string } {
  const host = asAscii(text)
  if (isPlainAddress(host)) {
    return isForbidden(host) ? { rule: 'must not be a loopback, link-local or cloud metadata address' } : { host }
  }
  if (!name.test(host) || endsInNumber.test(host)) return { rule: 'must contain a host name or an IP address' }
  return localhost.test(host) && isForbidden('127.0.0.1') ? { rule: 'must not be localhost' } : { host }
}
