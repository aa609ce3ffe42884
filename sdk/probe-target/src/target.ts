import { maxTargetLength, type ProbeType } from '@svc/protocol'
import { isForbiddenAddress } from './forbidden-address.ts'
import { type IsForbidden, readHost, urlOf } from './host.ts'

/** Where a probe goes. */
export interface ProbeTarget {
  /** a name in ASCII, or an address without brackets */
  readonly host: string
  /** of TCP and HTTP, with the usual one when none was given; 0 for ICMP */
  readonly port: number
  /** of HTTP */
  readonly url: URL | undefined
}

interface Wrong {
  readonly rule: string
}

/**
 * Reads a target: `host` for icmp, `host[:port]` or `[v6]:port` for tcp, an address with or without `http://` for http.
 * `rule` says what is wrong, as a sentence without its subject. Names are not resolved: whoever connects asks
 * `isForbiddenAddress` of everything they lead to, and connects to what was judged. `isForbidden` replaces that judge,
 * where an operator opened more; `localhost` is then what 127.0.0.1 is.
 */
export function parseProbeTarget(
  type: ProbeType,
  text: string,
  isForbidden: IsForbidden = isForbiddenAddress,
): ProbeTarget | Wrong {
  if (text.length > maxTargetLength) return { rule: `must have at most ${maxTargetLength} characters` }
  // Parsers of addresses leave these out: what is read would not be what is shown.
  if (/\p{Cc}/u.test(text) || text.trim() !== text)
    return { rule: 'must not contain control characters or surrounding spaces' }
  const read = readers[type](text)
  if ('rule' in read) return read
  const found = readHost(read.host, isForbidden)
  return 'rule' in found ? found : { ...read, host: found.host }
}

const readers: Readonly<Record<ProbeType, (text: string) => ProbeTarget | Wrong>> = {
  icmp: (host) => ({ host, port: 0, url: undefined }),

  tcp(text) {
    const [, inBrackets, bare, digits] = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
    const host = inBrackets ?? bare
    if (host === undefined || (inBrackets !== undefined && !inBrackets.includes(':'))) {
      return { rule: 'must be host, host:port or [address]:port' }
    }
    const port = Number(digits ?? 80)
    if (!isPort(port)) return { rule: 'must have a port from 1 to 65535' }
    return { host, port, url: undefined }
  },

  http(text) {
    const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    if (!url || !(url.protocol in usualPorts)) return { rule: 'must be an http or https URL' }
    if (url.username || url.password) return { rule: 'must not contain a user name or password' }
    const port = Number(url.port || usualPorts[url.protocol])
    if (!isPort(port)) return { rule: 'must have a port from 1 to 65535' }
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port, url }
  },
}

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

const isPort = (port: number) => port >= 1 && port <= 65_535
