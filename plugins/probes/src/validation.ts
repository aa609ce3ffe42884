import { invalid } from '@svc/plugin-sdk'
import type { ProbeType } from '@svc/probe-target'
import { parseProbeTarget } from '@svc/probe-target'

const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Trims and validates single-line text. Throws 422. */
export function readLine(field: string, text: string, max: number, min = 1): string {
  const trimmed = text.trim()
  if (control.test(trimmed)) throw invalid(field, 'kernel.CONTROL_CHARACTERS')
  if (trimmed.length < min || trimmed.length > max) throw invalid(field, 'kernel.LENGTH', { min, max })
  return trimmed
}

/** Validates a target. Throws 422. */
export function readTarget(type: ProbeType, text: string): string {
  const trimmed = readLine('target', text, 2048)
  const parsed = parseProbeTarget(type, trimmed)
  if ('rule' in parsed) throw invalid('target', parsed.rule)
  return trimmed
}
