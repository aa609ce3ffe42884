import { invalid } from '@svc/plugin-sdk'
import type { ProbeType } from '@svc/probe-target'
import { parseProbeTarget } from '@svc/probe-target'

/** Trims a target and checks what it names, which a schema cannot say. Throws 422. */
export function readTarget(type: ProbeType, text: string): string {
  const trimmed = text.trim()
  const parsed = parseProbeTarget(type, trimmed)
  if ('rule' in parsed) throw invalid('target', parsed.rule)
  return trimmed
}
