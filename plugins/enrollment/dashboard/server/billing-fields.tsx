import { Field, Input, Select, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import {
  type Billing,
  type BillingProblem,
  currencies,
  cycles,
  type LimitUnit,
  limitTypes,
  limitUnits,
} from './billing.js'

/** What the API calls the fields. */
const members: Partial<Record<keyof Billing, string>> = {
  cycle: 'billing_cycle',
  startDay: 'billing_start_day',
  expires: 'expired_at',
  limit: 'traffic_limit',
  limitType: 'traffic_limit_type',
}

/** What a server costs, until when, and how much it may transfer. */
export function BillingFields(props: {
  billing: Billing
  onBilling: (billing: Billing) => void
  problems: Partial<Record<keyof Billing, BillingProblem>>
  /** what the server said, by its names of the fields */
  rules: Readonly<Record<string, string>>
}): ReactNode {
  const { billing, onBilling, problems, rules } = props
  const t = useT()
  const set = <K extends keyof Billing>(field: K, value: Billing[K]) => onBilling({ ...billing, [field]: value })
  const error = (field: keyof Billing) => {
    const problem = problems[field]
    return problem ? t(problem) : rules[members[field] ?? field]
  }
  // a currency that came by the API stays choosable
  const known: readonly string[] = currencies
  const money = billing.currency && !known.includes(billing.currency) ? [...known, billing.currency] : known
  return (
    <div className="grid gap-4.5 md:grid-cols-2">
      <Field label={t('billing.price')} hint={t('billing.priceHint')} error={error('price')}>
        <Input
          value={billing.price}
          onChange={(event) => set('price', event.target.value)}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
        />
      </Field>
      <Field label={t('billing.currency')} error={error('currency')}>
        <Select value={billing.currency} onChange={(event) => set('currency', event.target.value)}>
          <option value="">{t('billing.unset')}</option>
          {money.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('billing.cycle')} error={error('cycle')}>
        <Select value={billing.cycle} onChange={(event) => set('cycle', event.target.value)}>
          <option value="">{t('billing.unset')}</option>
          {cycles.map((cycle) => (
            <option key={cycle} value={cycle}>
              {t(`billing.cycles.${cycle}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('billing.startDay')} hint={t('billing.startDayHint')} error={error('startDay')}>
        <Input
          value={billing.startDay}
          onChange={(event) => set('startDay', event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          className="figures"
        />
      </Field>
      <Field label={t('billing.expires')} error={error('expires')}>
        <Input
          type="date"
          value={billing.expires}
          onChange={(event) => set('expires', event.target.value)}
          className="figures"
        />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-start gap-2">
        <Field label={t('billing.limit')} hint={t('billing.limitHint')} error={error('limit')}>
          <Input
            value={billing.limit}
            onChange={(event) => set('limit', event.target.value)}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
          />
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
      <Field label={t('billing.limitType')} error={error('limitType')}>
        <Select value={billing.limitType} onChange={(event) => set('limitType', event.target.value)}>
          <option value="">{t('billing.unset')}</option>
          {limitTypes.map((type) => (
            <option key={type} value={type}>
              {t(`billing.limitTypes.${type}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
