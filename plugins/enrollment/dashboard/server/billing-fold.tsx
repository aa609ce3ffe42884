import { useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type Billing, type billingProblems, noBilling } from './billing.ts'
import { BillingFields } from './billing-fields.tsx'
import { Fold } from './fold.tsx'

const members = [
  'price',
  'currency',
  'billing_cycle',
  'billing_start_day',
  'expired_at',
  'traffic_limit',
  'traffic_limit_type',
]

/** The billing fields behind one line that says what is set. */
export function BillingFold(props: {
  billing: Billing
  onBilling: (billing: Billing) => void
  problems: ReturnType<typeof billingProblems>
  rules: Readonly<Record<string, string>>
  /** unfolded and in view from the start */
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
    <Fold
      title={t('billing.title')}
      summary={empty ? t('billing.empty') : parts.join(' · ')}
      wanted={open}
      forced={Object.keys(problems).length > 0 || members.some((member) => rules[member])}
    >
      <BillingFields {...props} />
    </Fold>
  )
}
