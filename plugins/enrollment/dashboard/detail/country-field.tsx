import { Field, Select, useCountryName, useLanguage, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import { collatorOf } from '../list/sort.ts'
import { countryCodes } from './country-codes.ts'

/** Pins the country of a server, or detects it automatically. */
export function CountryField(props: {
  value: string
  onChange: (code: string) => void
  /** the automatically detected country */
  detected: string | null
  error?: ReactNode
}): ReactNode {
  const { value, onChange, detected, error } = props
  const t = useT()
  const name = useCountryName()
  const language = useLanguage()
  const options = useMemo(() => {
    const collator = collatorOf(language)
    return countryCodes
      .map((code) => ({ code, name: name(code) ?? code }))
      .sort((a, b) => collator.compare(a.name, b.name))
  }, [name, language])
  const automatic = detected
    ? t('profile.countryFound', { country: name(detected) ?? detected })
    : t('profile.countryAuto')
  return (
    <Field label={t('profile.country')} hint={t('profile.countryHint')} error={error}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{automatic}</option>
        {options.map(({ code, name: label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
