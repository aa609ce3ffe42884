import { Field, type FormState, Input, Select, useLanguage, useT } from '@svc/dashboard-sdk'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { ServerFields } from '../add/draft.ts'
import { type Billing, commonCurrencies, cycles, limitTypes, limitUnits, otherCurrencies } from './billing.ts'

/** Price, expiry and traffic limit of a server. */
export function BillingFields({ form }: { form: FormState<ServerFields> }): ReactNode {
  const t = useT()
  const { billing } = form.draft
  const error = (field: keyof Billing) => form.error(`billing.${field}`)
  const nameOf = useCurrencyName()
  // A currency that was set through the API remains selectable.
  const { currency } = billing
  const isKnown = commonCurrencies.includes(currency) || otherCurrencies.includes(currency)
  const currencyOption = (code: string) => (
    <option key={code} value={code}>
      {nameOf(code)}
    </option>
  )
  const textInput = (field: 'price' | 'startDay' | 'expires' | 'limit', input: ComponentProps<'input'>) => (
    <Input autoComplete="off" {...input} {...form.register(`billing.${field}`)} className="figures" />
  )
  const select = (field: 'cycle' | 'limitType', options: readonly string[], nameOf: (option: string) => string) => (
    <Field label={t(`billing.${field}`)} error={error(field)}>
      <Select {...form.register(`billing.${field}`)}>
        {field !== 'cycle' && <option value="">{t('billing.unset')}</option>}
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
      <Field label={t('billing.currency')} error={error('currency')}>
        <Select {...form.register('billing.currency')}>
          <option value="">{t('billing.unset')}</option>
          {currency && !isKnown && currencyOption(currency)}
          <optgroup label={t('billing.common')}>{commonCurrencies.map(currencyOption)}</optgroup>
          <optgroup label={t('billing.others')}>{otherCurrencies.map(currencyOption)}</optgroup>
        </Select>
      </Field>
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
          <Select {...form.register('billing.limitUnit')}>
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

/** `PLN – Polish Zloty`: typing the first letters of a code finds it. */
function useCurrencyName() {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' })
    return (code: string) => {
      const name = /^[a-z]{3}$/i.test(code) ? names.of(code.toUpperCase()) : undefined
      return name ? `${code} – ${name}` : code
    }
  }, [language])
}
