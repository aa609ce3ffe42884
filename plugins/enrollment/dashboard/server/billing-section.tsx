import { type FormState, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { ServerFields } from '../add/draft.ts'
import { type Billing, noBilling } from './billing.ts'
import { BillingFields } from './billing-fields.tsx'
import { Collapsible } from './collapsible.tsx'

/** The billing fields, collapsed into a one-line summary. */
export function BillingSection(props: {
  form: FormState<ServerFields>
  /** initially open and scrolled into view */
  open?: boolean
}): ReactNode {
  const { form, open = false } = props
  const t = useT()
  const format = useFormat()
  const { billing } = form.draft
  const { price, currency, expires, limit, limitUnit } = billing
  const parts = [
    price && `${price} ${currency}`.trim(),
    expires && format.date(`${expires}T00:00:00`),
    limit && `${limit} ${limitUnit}`,
  ].filter(Boolean)
  const fields = Object.keys(noBilling) as (keyof Billing)[]
  return (
    <Collapsible
      title={t('billing.title')}
      summary={fields.every((field) => billing[field] === noBilling[field]) ? t('billing.empty') : parts.join(' · ')}
      initiallyOpen={open}
      forceOpen={fields.some((field) => form.error(`billing.${field}`))}
    >
      <BillingFields form={form} />
    </Collapsible>
  )
}
