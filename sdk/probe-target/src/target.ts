import { longestTarget, type ProbeType } from '@svc/protocol'
import { readHost, urlOf } from './host.js'

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
 * `isForbiddenAddress` of everything they lead to, and connects to what was judged.
 */
export function parseProbeTarget(type: ProbeType, text: string): ProbeTarget | Wrong {
  if (text.length > longestTarget) return { rule: `must have at most ${longestTarget} characters` }
  // Parsers of addresses leave these out: what is read would not be what is shown.
  if (/\p{Cc}/u.test(text) || text.trim() !== text) return { rule: 'must not have control characters or spaces around' }
  return readers[type](text)
}

const readers: Readonly<Record<ProbeType, (text: string) => ProbeTarget | Wrong>> = {
  icmp: (text) => withHost(text, { port: 0, url: undefined }),

  tcp(text) {
    const [, inBrackets, bare, digits] = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
    const host = inBrackets ?? bare
    if (host === undefined || (inBrackets !== undefined && !inBrackets.includes(':'))) {
      return { rule: 'must be host, host:port or [address]:port' }
    }
    const port = Number(digits ?? 80)
    if (!isPort(port)) return { rule: 'must have a port from 1 to 65535' }
    return withHost(host, { port, url: undefined })
  },

  http(text) {
    const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    if (!url || !(url.protocol in usualPorts)) return { rule: 'must be an http or https address' }
    if (url.username || url.password) return { rule: 'must not contain a user name or password' }
    const port = Number(url.port || usualPorts[url.protocol])
    if (!isPort(port)) return { rule: 'must have a port from 1 to 65535' }
    return withHost(url.hostname.replace(/^\[|\]$/g, ''), { port, url })
  },
}

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

const isPort = (port: number) => port >= 1 && port <= 65_535

function withHost(text: string, rest: Pick<ProbeTarget, 'port' | 'url'>): ProbeTarget | Wrong {
  const read = readHost(text)
  return 'rule' in read ? read : { ...rest, host: read.host }
}
