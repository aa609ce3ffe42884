import { Checkbox, useT } from '@svc/dashboard-sdk'
import type { Capability } from '@svc/protocol'
import type { ReactNode } from 'react'
import type { Risk } from '../capabilities/capability-state.ts'
import { Collapsible } from '../server/collapsible.tsx'
import { isOn, options, withOverride } from './capability-overrides.ts'
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
  const checkbox = (name: Capability, risk: Risk) => (
    <Checkbox
      key={name}
      checked={isOn(name, overrides)}
      onChange={(event) => onOverrides(withOverride(overrides, name, event.target.checked))}
      label={
        <>
          {t(`capability.name.${name}`)}{' '}
          <span className={`text-xs ${textColors[risk]}`}>{t(`capability.risk.${risk}`)}</span>
        </>
      }
      hint={t(`capabilityOptions.means.${name}`)}
    />
  )
  return (
    <Collapsible
      title={t('capabilityOptions.title')}
      summary={changed === 0 ? t('capabilityOptions.default') : t('capabilityOptions.changed', { count: changed })}
    >
      <p className="mb-3 text-muted text-xs">{t('capabilityOptions.hint')}</p>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">{options.map(({ name, risk }) => checkbox(name, risk))}</div>
    </Collapsible>
  )
}
