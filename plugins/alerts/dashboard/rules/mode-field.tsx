import { useT } from '@svc/dashboard-sdk'
import { BellRing, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { RadioCards } from '../parts/radio-cards.tsx'
import type { RuleDraft } from './rule-draft.ts'

/** Selects how often to notify while an alert lasts. */
export function ModeField(props: { value: RuleDraft['mode']; onChange: (mode: RuleDraft['mode']) => void }): ReactNode {
  const t = useT()
  return (
    <RadioCards
      label={t('mode.title')}
      value={props.value}
      onChange={props.onChange}
      options={[
        { value: 'always', icon: Repeat, title: t('mode.always'), text: t('mode.alwaysHint') },
        { value: 'once', icon: BellRing, title: t('mode.once'), text: t('mode.onceHint') },
      ]}
    />
  )
}
