import { isPlainAddress } from './forbidden-address.ts'
import type { TargetRule } from './rules.ts'

const name =
  /^(?=.{1,253}\.?$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i

/** Some programs treat names such as `127.1` or `0x7f000001` as addresses. */
const endsInNumber = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i

const localhost = /^(?:.*\.)?localhost\.?$/i

/** Undefined if the URL is invalid. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Converts an internationalized name to ASCII; text with characters invalid in a name stays unchanged. */
const toAscii = (host: string): string =>
  /^[\x21-\x7e]*$/.test(host) || /[\s@:/?#\\[\]%]/.test(host) ? host : (parseUrl(`http://${host}`)?.hostname ?? host)

/** Whether an address must not be probed. */
export type IsForbidden = (address: string) => boolean

/** The normalized host, or the rule it breaks. */
export function readHost(
  text: string,
  isForbidden: IsForbidden,
): { readonly host: string } | { readonly rule: TargetRule } {
  const host = toAscii(text)
  if (isPlainAddress(host)) {
    return isForbidden(host) ? { rule: 'probe-target.FORBIDDEN_ADDRESS' } : { host }
  }
  if (!name.test(host) || endsInNumber.test(host)) return { rule: 'probe-target.NOT_A_HOST' }
  return localhost.test(host) && isForbidden('127.0.0.1') ? { rule: 'probe-target.LOCALHOST' } : { host }
}
