import { Field, IconButton, Select, useT } from '@svc/dashboard-sdk'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { AmountField } from './amount-field.tsx'
import { type ConditionDraft, durationUnit, intervals, type Types, withType } from './rule-draft.ts'
import { TypeSelect } from './type-select.tsx'

/** One condition with the fields of its type. */
export function ConditionRow(props: {
  number: number
  condition: ConditionDraft
  onCondition: (condition: ConditionDraft) => void
  onRemove: () => void
  types: Types
  /** validation error of a field */
  errorOf: (field: string) => string | undefined
}): ReactNode {
  const { number, condition, onCondition, onRemove, types, errorOf } = props
  const t = useT()
  const type = types.get(condition.type)
  const has = (field: 'min' | 'max' | 'duration' | 'cycle_interval' | 'cycle_limit') => type?.fields.includes(field)
  const set = (patch: Partial<ConditionDraft>) => onCondition({ ...condition, ...patch })
  const unit = type?.unit ?? null
  return (
    <fieldset className="flex items-start gap-2 rounded-md border bg-sunken/40 p-3">
      <legend className="sr-only">{t('condition.nth', { number })}</legend>
      <div className="grid min-w-0 flex-1 items-start gap-3 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <TypeSelect
          label={t('condition.type')}
          value={condition.type}
          onChange={(next) => onCondition(withType(condition, next, types))}
          types={types}
          error={errorOf('rule_type')}
        />
        {has('min') && (
          <AmountField
            label={t('condition.min')}
            amount={condition.min}
            onAmount={(min) => set({ min })}
            unit={unit}
            error={errorOf('min')}
          />
        )}
        {has('max') && (
          <AmountField
            label={t(has('min') ? 'condition.max' : 'condition.min')}
            amount={condition.max}
            onAmount={(max) => set({ max })}
            unit={unit}
            placeholder={has('min') ? t('condition.noMax') : undefined}
            error={errorOf('max')}
          />
        )}
        {has('duration') && (
          <AmountField
            label={t(unit === 'days' ? 'condition.within' : 'condition.lasting')}
            amount={condition.duration}
            onAmount={(duration) => set({ duration })}
            unit={durationUnit(type)}
            error={errorOf('duration')}
          />
        )}
        {has('cycle_limit') && (
          <AmountField
            label={t('condition.limit')}
            amount={condition.limit}
            onAmount={(limit) => set({ limit })}
            unit="bytes"
            error={errorOf('cycle_limit')}
          />
        )}
        {has('cycle_interval') && (
          <Field label={t('condition.interval')} error={errorOf('cycle_interval')}>
            <Select
              value={condition.interval}
              onChange={({ target }) =>
                set({ interval: intervals.find((one) => one === target.value) ?? condition.interval })
              }
            >
              {intervals.map((interval) => (
                <option key={interval} value={interval}>
                  {t(`interval.${interval}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {type && type.fields.length === 0 && (
          <p className="text-muted text-sm md:col-span-2 md:mt-7.5">{t('condition.plain')}</p>
        )}
        {!type && <p className="text-sm text-warn md:col-span-2 md:mt-7.5">{t('condition.offHint')}</p>}
      </div>
      <IconButton label={t('condition.remove', { number })} size="sm" className="mt-7" onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </fieldset>
  )
}
