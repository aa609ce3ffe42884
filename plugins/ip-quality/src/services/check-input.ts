import { ApiError, invalid, readRequestHeaders, text } from '@svc/plugin-sdk'
import { isGlobalAddress, parseProbeTarget } from '@svc/probe-target'
import { isPattern } from '../catalog/check-patterns.ts'
import type { RequestInput, ServiceInput, ServiceRequest } from '../quality-schema.ts'
import { defaultTimeoutMs } from '../wire.ts'

const credential = /^(?:authorization|proxy-authorization|cookie|set-cookie)$|token|secret|password|api-?key/i

/** Checks are sent to every host and shown to every user, so they carry no credentials. */
function checkHeaders(headers: readonly (readonly [string, string])[]): void {
  const names = new Set<string>()
  for (const [name] of headers) {
    const lower = name.toLowerCase()
    if (names.has(lower)) throw invalid('request.headers', 'ip-quality.HEADER_DUPLICATE', { name: name.slice(0, 40) })
    names.add(lower)
    if (credential.test(name))
      throw invalid('request.headers', 'ip-quality.HEADER_CREDENTIAL', { name: name.slice(0, 40) })
  }
  try {
    readRequestHeaders('request.headers', Object.fromEntries(headers))
  } catch (error) {
    const [rule] = error instanceof ApiError ? error.fields : []
    if (!rule) throw error
    throw invalid(rule.field, 'ip-quality.HEADER_RULE', { rule: text(rule.code, rule.params) })
  }
}

/** The request as it is stored. Agents apply the same rules again, and check what names resolve to. */
export function readRequest({
  url,
  method = 'GET',
  headers = [],
  timeout_ms = defaultTimeoutMs,
}: RequestInput): ServiceRequest {
  if (!/^https?:\/\//i.test(url)) throw invalid('request.url', 'probe-target.NOT_A_URL')
  const target = parseProbeTarget('http', url, (address) => !isGlobalAddress(address))
  if ('rule' in target) {
    const isPrivate = target.rule === 'probe-target.FORBIDDEN_ADDRESS'
    throw invalid('request.url', isPrivate ? 'ip-quality.NOT_PUBLIC' : target.rule)
  }
  if (target.port !== 80 && target.port !== 443) throw invalid('request.url', 'ip-quality.PORT')
  checkHeaders(headers)
  return { url: target.url?.href ?? url, method, headers, timeout_ms }
}

/** Throws unless agents can apply the rules. */
export function checkRules(rules: ServiceInput['rules']): void {
  for (const [i, { match }] of rules.entries()) {
    if (match.kind === 'status_in_range' && match.min > match.max) {
      throw invalid(`rules.${i}.match.min`, 'ip-quality.RANGE_ORDER')
    }
    if ('pattern' in match && !isPattern(match.pattern))
      throw invalid(`rules.${i}.match.pattern`, 'ip-quality.NOT_A_PATTERN')
  }
}
