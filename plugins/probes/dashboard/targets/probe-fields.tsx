import { Field, Input, Select, useT } from '@svc/dashboard-sdk'
import type { PingTask } from '@svc/plugin-probes/contract'
import type { ReactNode } from 'react'

const types = ['icmp', 'tcp', 'http'] as const

/** Target and protocol of a probe. */
export interface Probe {
  readonly probe_type: PingTask['probe_type']
  readonly target: string
}

/** Form fields of a probe, with hints for each protocol. */
export function ProbeFields(props: {
  probe: Probe
  onChange: (patch: Partial<Probe>) => void
  errors: { readonly [field in keyof Probe]: string | undefined }
}): ReactNode {
  const { probe, onChange, errors } = props
  const { probe_type, target } = probe
  const t = useT()
  return (
    <>
      <Field label={t('target.type')} hint={t(`target.typeHint.${probe_type}`)} error={errors.probe_type}>
        <Select
          value={probe_type}
          onChange={({ target: { value } }) => onChange({ probe_type: types.find((type) => type === value) ?? 'icmp' })}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {t(`target.typeName.${type}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('target.target')} hint={t(`target.targetHint.${probe_type}`)} error={errors.target}>
        <Input
          value={target}
          onChange={({ target: { value } }) => onChange({ target: value })}
          maxLength={2048}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder={t(`target.example.${probe_type}`)}
          className="figures"
        />
      </Field>
    </>
  )
}
