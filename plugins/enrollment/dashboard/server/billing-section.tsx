import { useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type Billing, type billingProblems, noBilling } from './billing.ts'
import { BillingFields } from './billing-fields.tsx'
import { Collapsible } from './collapsible.tsx'

const apiNames = [
  'price',
  'currency',
  'billing_cycle',
  'billing_start_day',
  'expired_at',
  'traffic_limit',
  'traffic_limit_type',
]

/** The billing fields, collapsed into a one-line summary. */
export function BillingSection(props: {
  billing: Billing
  onBilling: (billing: Billing) => void
  problems: ReturnType<typeof billingProblems>
  rules: Readonly<Record<string, string>>
  /** initially open and scrolled into view */
  open?: boolean
}): ReactNode {
  const { billing, problems, rules, open = false } = props
  const t = useT()
  const format = useFormat()
  const { price, currency, expires, limit, limitUnit } = billing
  const parts = [
    price && `${price} ${currency}`.trim(),
    expires && format.date(`${expires}T00:00:00`),
    limit && `${limit} ${limitUnit}`,
  ].filter(Boolean)
  const empty = Object.entries(billing).every(([key, value]) => value === noBilling[key as keyof Billing])
  return (
    <Collapsible
      title={t('billing.title')}
      summary={empty ? t('billing.empty') : parts.join(' · ')}
      initiallyOpen={open}
      forceOpen={Object.keys(problems).length > 0 || apiNames.some((name) => rules[name])}
    >
      <BillingFields {...props} />
    </Collapsible>
  )
}
