import { Field, Select, useCountryName, useLanguage, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import { collatorOf } from '../list/sort.ts'

// ISO 3166-1 alpha-2. Intl has the names of countries, but no list of them.
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI ' +
  'SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS YE YT ZA ZM ZW'

const countryCodes: readonly string[] = codes.split(' ')

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
