import { isForbiddenAddress } from './forbidden-address.ts'
import { type IsForbidden, parseUrl, readHost } from './host.ts'
import type { TargetRule } from './rules.ts'

/** `icmp` sends an echo request, `tcp` opens a connection, `http` sends a GET request. */
export type ProbeType = 'icmp' | 'tcp' | 'http'

/** Max length of a target, in UTF-16 code units. */
const maxTargetLength = 2048

/** A parsed probe target. */
export interface ProbeTarget {
  /** ASCII name, or IP address without brackets */
  readonly host: string
  /** port of TCP and HTTP targets, by default 80 or 443; 0 for ICMP */
  readonly port: number
  /** HTTP targets only */
  readonly url: URL | undefined
}

interface InvalidTarget {
  readonly rule: TargetRule
}

/**
 * Parses a target: `host` for icmp, `host[:port]` or `[v6]:port` for tcp, a URL with or without `http://` for http. `rule`
 * is the code of the broken rule. Names are not resolved: before connecting, check every resolved
 * address with `isForbiddenAddress`, and connect to a checked address. `isForbidden` replaces that check where an operator
 * allowed more addresses; `localhost` is then treated like 127.0.0.1.
 */
export function parseProbeTarget(
  type: ProbeType,
  text: string,
  isForbidden: IsForbidden = isForbiddenAddress,
): ProbeTarget | InvalidTarget {
  if (text.length > maxTargetLength) return { rule: 'probe-target.TOO_LONG' }
  // URL parsers strip these, so the parsed URL would differ from the shown one.
  if (/\p{Cc}/u.test(text) || text.trim() !== text) return { rule: 'probe-target.CONTROL_CHARACTERS' }
  const target = parsers[type](text)
  if ('rule' in target) return target
  const result = readHost(target.host, isForbidden)
  return 'rule' in result ? result : { ...target, host: result.host }
}

const parsers: Readonly<Record<ProbeType, (text: string) => ProbeTarget | InvalidTarget>> = {
  icmp: (host) => ({ host, port: 0, url: undefined }),

  tcp(text) {
    const [, inBrackets, bare, digits] = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
    const host = inBrackets ?? bare
    if (host === undefined || (inBrackets !== undefined && !inBrackets.includes(':'))) {
      return { rule: 'probe-target.NOT_HOST_AND_PORT' }
    }
    const port = Number(digits ?? 80)
    if (!isPort(port)) return { rule: 'probe-target.NOT_A_PORT' }
    return { host, port, url: undefined }
  },

  http(text) {
    const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    if (!url || !(url.protocol in defaultPorts)) return { rule: 'probe-target.NOT_A_URL' }
    if (url.username || url.password) return { rule: 'probe-target.HAS_CREDENTIALS' }
    const port = Number(url.port || defaultPorts[url.protocol])
    if (!isPort(port)) return { rule: 'probe-target.NOT_A_PORT' }
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port, url }
  },
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

const isPort = (port: number) => port >= 1 && port <= 65_535
