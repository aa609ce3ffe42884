import { Field, Input, Select, useT } from '@svc/dashboard-sdk'
import type { RuleUnit } from '@svc/plugin-alerts/contract'
import { type ReactNode, useId } from 'react'
import { type Amount, scalesOf } from './amount.ts'

/** Units with translated names; the others are symbols. */
const translatedUnits = new Set(['s', 'min', 'h', 'd'])

/** A number input with a unit, or a select if there are several units. */
export function AmountField(props: {
  label: string
  amount: Amount
  onAmount: (amount: Amount) => void
  unit: RuleUnit
  placeholder?: string | undefined
  hint?: string | undefined
  error?: ReactNode
}): ReactNode {
  const { label, amount, onAmount, unit, placeholder, hint, error } = props
  const t = useT()
  const id = useId()
  const scales = scalesOf(unit)
  const unitLabel = (name: string) => (translatedUnits.has(name) ? t(`unit.${name}`) : name)
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex items-center gap-1.5">
        <Input
          value={amount.text}
          onChange={({ target }) => onAmount({ ...amount, text: target.value })}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          className="figures min-w-0 flex-1"
        />
        {scales.length > 1 ? (
          <Select
            id={id}
            aria-label={t('unit.of', { label })}
            value={amount.factor}
            onChange={({ target }) => onAmount({ ...amount, factor: Number(target.value) })}
            className="w-26 shrink-0"
          >
            {scales.map(({ name, factor }) => (
              <option key={name} value={factor}>
                {unitLabel(name)}
              </option>
            ))}
          </Select>
        ) : (
          scales[0]?.name && <span className="shrink-0 text-muted text-sm">{unitLabel(scales[0].name)}</span>
        )}
      </div>
    </Field>
  )
}
