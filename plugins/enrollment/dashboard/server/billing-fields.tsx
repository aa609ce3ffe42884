import { Field, Input, Select, useT } from '@svc/dashboard-sdk'
import type { ComponentProps, ReactNode } from 'react'
import {
  type Billing,
  type BillingProblem,
  currencies,
  cycles,
  type LimitUnit,
  limitTypes,
  limitUnits,
} from './billing.ts'

/** API names that differ from the field names. */
const apiNames: Partial<Record<keyof Billing, string>> = {
  cycle: 'billing_cycle',
  startDay: 'billing_start_day',
  expires: 'expired_at',
  limit: 'traffic_limit',
  limitType: 'traffic_limit_type',
}

/** Price, expiry and traffic limit of a server. */
export function BillingFields(props: {
  billing: Billing
  onBilling: (billing: Billing) => void
  problems: Partial<Record<keyof Billing, BillingProblem>>
  /** validation errors of the server, by API name */
  rules: Readonly<Record<string, string>>
}): ReactNode {
  const { billing, onBilling, problems, rules } = props
  const t = useT()
  const set = <K extends keyof Billing>(field: K, value: Billing[K]) => onBilling({ ...billing, [field]: value })
  const error = (field: keyof Billing) => {
    const problem = problems[field]
    return problem ? t(problem) : rules[apiNames[field] ?? field]
  }
  // A currency that was set through the API remains selectable.
  const common: readonly string[] = currencies
  const currencyOptions =
    billing.currency && !common.includes(billing.currency) ? [...common, billing.currency] : common
  const textInput = (field: 'price' | 'startDay' | 'expires' | 'limit', input: ComponentProps<'input'>) => (
    <Input
      autoComplete="off"
      {...input}
      value={billing[field]}
      onChange={(event) => set(field, event.target.value)}
      className="figures"
    />
  )
  const select = (
    field: 'currency' | 'cycle' | 'limitType',
    options: readonly string[],
    nameOf: (option: string) => string,
  ) => (
    <Field label={t(`billing.${field}`)} error={error(field)}>
      <Select value={billing[field]} onChange={(event) => set(field, event.target.value)}>
        <option value="">{t('billing.unset')}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <div className="grid gap-4.5 md:grid-cols-2">
      <Field label={t('billing.price')} hint={t('billing.priceHint')} error={error('price')}>
        {textInput('price', { inputMode: 'decimal' })}
      </Field>
      {select('currency', currencyOptions, (code) => code)}
      {select('cycle', cycles, (cycle) => t(`billing.cycles.${cycle}`))}
      <Field label={t('billing.startDay')} hint={t('billing.startDayHint')} error={error('startDay')}>
        {textInput('startDay', { inputMode: 'numeric' })}
      </Field>
      <Field label={t('billing.expires')} error={error('expires')}>
        {textInput('expires', { type: 'date' })}
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-start gap-2">
        <Field label={t('billing.limit')} hint={t('billing.limitHint')} error={error('limit')}>
          {textInput('limit', { inputMode: 'decimal' })}
        </Field>
        <Field label={t('billing.unit')}>
          <Select value={billing.limitUnit} onChange={(event) => set('limitUnit', event.target.value as LimitUnit)}>
            {limitUnits.map((unit) => (
              <option key={unit} value={unit}>
                {unit}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {select('limitType', limitTypes, (type) => t(`billing.limitTypes.${type}`))}
    </div>
  )
}
