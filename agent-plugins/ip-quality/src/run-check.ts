import { Value } from '@sinclair/typebox/value'
import {
  type AgentResult,
  type Check,
  type CheckStep,
  defaultTimeoutMs,
  type EgressSource,
  type Match,
  SyncedService,
} from '@svc/plugin-ip-quality/wire'
import { canonicalAddress } from '@svc/probe-target'
import type { FetchPage, Page } from './fetch-page.ts'
import { execPattern } from './pattern.ts'

const egressTimeoutMs = 8000

/** A service that the agent can check, or the reason why not. */
export type Task = { readonly id: string; readonly check: Check } | { readonly id: string; readonly reason: string }

/** Reads a service of the server; undefined for what is none. */
export function toTask(sent: unknown): Task | undefined {
  const id = typeof sent === 'object' && sent !== null && 'id' in sent && typeof sent.id === 'string' ? sent.id : ''
  if (id === '' || id.length > 64) return undefined
  // Rules that cannot be read must not become none: the check would then fail, which looks like a result.
  if (!Value.Check(SyncedService, sent)) return { id, reason: 'the agent cannot read this check' }
  const { check, request, rules, detector } = sent
  if (check) return { id, check }
  if (!request) return { id, reason: `the agent does not know the detector ${detector ?? ''}`.trim() }
  if (!rules || rules.length === 0) return { id, reason: 'the check has no rules' }
  const { url, method, headers, timeout_ms } = request
  return { id, check: { headers, timeout_ms, steps: [{ url, method, rules }] } }
}

function matches(match: Match, { status, body, redirects }: Page): boolean {
  switch (match.kind) {
    case 'status_equals':
      return status === match.code
    case 'status_in_range':
      return status >= match.min && status <= match.max
    case 'body_regex':
      return execPattern(match.pattern, body) !== null
    case 'redirect_matches':
      return redirects.some((url) => execPattern(match.pattern, url) !== null)
  }
}

function regionOf({ region = [] }: CheckStep, page: Page): string | undefined {
  for (const { in: where, pattern } of region) {
    const found = execPattern(pattern, where === 'url' ? page.url : page.body)?.[1]
    if (found !== undefined) return found.slice(0, 8).toUpperCase()
  }
  return undefined
}

/** What is wrong, without the addresses of the system library. */
function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name cannot be resolved'
  return code?.startsWith('ERR_') === false ? code : message
}

/** Checks a service from this host. Failures are results; rejects only if `signal` aborts. */
export async function runCheck(task: Task, fetchPage: FetchPage, signal: AbortSignal): Promise<AgentResult> {
  const { id: service_id } = task
  if ('reason' in task) return { service_id, status: 'unsupported', detail: task.reason }
  const { headers = [], timeout_ms = defaultTimeoutMs, steps } = task.check
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)])
  let region: string | undefined
  let latency_ms: number | null = null
  let detail = ''
  try {
    for (const step of steps) {
      const page = await fetchPage({ url: step.url, method: step.method ?? 'GET', headers }, limited)
      latency_ms = page.ms
      region ??= regionOf(step, page)
      detail = `HTTP ${page.status}`
      const rule = step.rules.find(({ match }) => matches(match, page))
      if (rule) return { service_id, status: rule.result, region: region ?? null, latency_ms, detail }
    }
    return { service_id, status: 'failed', region: region ?? null, latency_ms, detail: `no rule matches, ${detail}` }
  } catch (error) {
    signal.throwIfAborted()
    detail = limited.aborted ? 'timeout' : describe(error).slice(0, 200)
    return { service_id, status: 'failed', region: region ?? null, latency_ms, detail }
  }
}

/** The public address of this host, as the first source that answers sees it; empty if none does. */
export async function findEgress(
  sources: readonly EgressSource[],
  fetchPage: FetchPage,
  signal: AbortSignal,
): Promise<string> {
  for (const { url, pattern } of sources) {
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(egressTimeoutMs)])
      const { status, body } = await fetchPage({ url, method: 'GET', headers: [] }, limited)
      const address = status === 200 ? canonicalAddress(execPattern(pattern, body)?.[1] ?? '') : undefined
      if (address !== undefined) return address
    } catch {
      signal.throwIfAborted()
    }
  }
  return ''
}
