import { isIP } from 'node:net'
import { invalid } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { type ProbeTarget, parseProbeTarget, type TargetRule } from '@svc/probe-target'

/** Parses and validates a target; throws 422. */
export type ReadTarget = (type: 'icmp' | 'tcp' | 'http', text: string, field?: string) => Promise<ProbeTarget>

/** Unlike probes, a check can send headers, so that its text names them as the alternative. */
const codeOf = (rule: TargetRule) => (rule === 'probe-target.HAS_CREDENTIALS' ? 'monitors.CREDENTIALS_IN_URL' : rule)

/**
 * IP addresses and localhost are validated right away, by the rules that apply when connecting. Other names are
 * validated whenever they are resolved.
 */
export const makeReadTarget =
  ({ resolve }: Pick<Outbound, 'resolve'>): ReadTarget =>
  async (type, text, field = 'target') => {
    const target = parseProbeTarget(type, text, () => false)
    if ('rule' in target) throw invalid(field, codeOf(target.rule))
    if (!isIP(target.host) && !/^(?:.*\.)?localhost\.?$/i.test(target.host)) return target
    try {
      await resolve(target.host, { reach: 'network' })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const isForbidden = error.kind === 'refused'
      throw isForbidden ? invalid(field, 'monitors.ADDRESS_FORBIDDEN') : invalid(field, 'monitors.NOT_RESOLVED')
    }
    return target
  }
