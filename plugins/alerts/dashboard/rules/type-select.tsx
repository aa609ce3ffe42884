import { Field, Select, useLanguage, useT } from '@svc/dashboard-sdk'
import type { RuleTypeView } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import type { Types } from './rule-draft.ts'

const kinds: readonly RuleTypeView['kind'][] = ['threshold', 'network', 'traffic', 'state', 'event']

/** Selects a condition type, grouped by kind. An unavailable type stays selected and is marked. */
export function TypeSelect(props: {
  label: string
  value: string
  onChange: (type: string) => void
  types: Types
  error?: ReactNode
}): ReactNode {
  const { label, value, onChange, types, error } = props
  const t = useT()
  const language = useLanguage()
  const all = [...types.values()]
  return (
    <Field label={label} error={error}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {!types.has(value) && <option value={value}>{t('condition.off', { type: value })}</option>}
        {kinds.map((kind) => {
          const ofKind = all.filter((type) => type.kind === kind)
          return (
            ofKind.length > 0 && (
              <optgroup key={kind} label={t(`kind.${kind}`)}>
                {ofKind.map(({ type, name }) => (
                  <option key={type} value={type}>
                    {name[language]}
                  </option>
                ))}
              </optgroup>
            )
          )
        })}
      </Select>
    </Field>
  )
}
