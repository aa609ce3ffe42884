import { isIP } from 'node:net'
import { invalid } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { type ProbeTarget, parseProbeTarget } from '@svc/probe-target'

/** Reads where a check goes; `type` says in which form. */
export type ReadTarget = (type: 'icmp' | 'tcp' | 'http', text: string, field?: string) => Promise<ProbeTarget>

/**
 * Reads targets. What is an address already is judged at once, by the rules of whoever will connect to it; what names
 * lead to is judged when they are looked up.
 */
export const makeReadTarget =
  ({ resolve }: Pick<Outbound, 'resolve'>): ReadTarget =>
  async (type, text, field = 'target') => {
    const target = parseProbeTarget(type, text, () => false)
    if ('rule' in target) throw invalid(field, target.rule)
    if (!isIP(target.host) && !/^(?:.*\.)?localhost\.?$/i.test(target.host)) return target
    try {
      await resolve(target.host, { reach: 'network' })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const isRefused = error.kind === 'refused'
      throw invalid(field, isRefused ? 'must not be a loopback, link-local or cloud metadata address' : 'leads nowhere')
    }
    return target
  }
