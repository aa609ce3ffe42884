import { Checkbox, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type Capability, type Risk, useCapabilities } from '../capabilities/capabilities.ts'
import { Collapsible } from '../server/collapsible.tsx'
import { isOn, withOverride } from './capability-overrides.ts'
import type { CapabilityOverrides } from './install-command.ts'

const textColors: Record<Risk, string> = { high: 'text-danger', medium: 'text-warn', low: 'text-faint' }

/** Chooses the capabilities that the install command allows or denies. */
export function CapabilityOptions(props: {
  overrides: CapabilityOverrides
  onOverrides: (overrides: CapabilityOverrides) => void
}): ReactNode {
  const { overrides, onOverrides } = props
  const t = useT()
  const changed = overrides.allow.length + overrides.deny.length
  const byRisk = useCapabilities()
  const checkbox = (capability: Capability) => (
    <Checkbox
      key={capability.name}
      checked={isOn(capability, overrides)}
      onChange={(event) => onOverrides(withOverride(overrides, capability, event.target.checked))}
      label={
        <>
          {capability.texts.name}{' '}
          <span className={`text-xs ${textColors[capability.risk]}`}>{t(`capability.risk.${capability.risk}`)}</span>
        </>
      }
      hint={capability.texts.description}
    />
  )
  return (
    <Collapsible
      title={t('capabilityOptions.title')}
      summary={changed === 0 ? t('capabilityOptions.default') : t('capabilityOptions.changed', { count: changed })}
    >
      <p className="mb-3 text-muted text-xs">{t('capabilityOptions.hint')}</p>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {byRisk.flatMap(({ capabilities }) => capabilities.map(checkbox))}
      </div>
    </Collapsible>
  )
}
