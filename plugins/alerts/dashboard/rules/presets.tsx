import { Button, useT } from '@svc/dashboard-sdk'
import type { Condition } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import type { Types } from './rule-draft.ts'

/** A rule template; its name is the text `preset.<id>`. */
export interface Preset {
  readonly id: string
  readonly severity: 'warning' | 'critical'
  readonly condition: Condition
}

const all: readonly Preset[] = [
  { id: 'offline', severity: 'critical', condition: { rule_type: 'offline', duration: 60 } },
  { id: 'cpu', severity: 'warning', condition: { rule_type: 'cpu', min: 90 } },
  { id: 'memory', severity: 'warning', condition: { rule_type: 'memory_percent', min: 90 } },
  { id: 'disk', severity: 'warning', condition: { rule_type: 'mount_percent', min: 90 } },
  { id: 'loss', severity: 'warning', condition: { rule_type: 'network_packet_loss', min: 10 } },
  { id: 'bruteForce', severity: 'warning', condition: { rule_type: 'ssh_brute_force_detected' } },
  { id: 'newAddress', severity: 'warning', condition: { rule_type: 'ssh_new_ip_login' } },
  { id: 'expiration', severity: 'warning', condition: { rule_type: 'expiration', duration: 7 } },
]

/** Presets whose type is available. */
export const presetsOf = (types: Types): readonly Preset[] =>
  all.filter(({ condition }) => types.has(condition.rule_type))

/** Buttons for rule templates. */
export function PresetBar({ types, onPick }: { types: Types; onPick: (preset: Preset) => void }): ReactNode {
  const t = useT()
  const presets = presetsOf(types)
  if (presets.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{t('preset.title')}</legend>
      {presets.map((preset) => (
        <Button key={preset.id} size="sm" onClick={() => onPick(preset)}>
          {t(`preset.${preset.id}`)}
        </Button>
      ))}
    </fieldset>
  )
}
