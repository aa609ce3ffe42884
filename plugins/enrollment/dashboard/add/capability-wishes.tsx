import { Checkbox, useT } from '@svc/dashboard-sdk'
import type { Capability } from '@svc/protocol'
import type { ReactNode } from 'react'
import type { Risk } from '../capabilities/capability-state.ts'
import { Fold } from '../server/fold.tsx'
import type { Wishes } from './install-command.ts'
import { choices, isOn, withWish } from './wishes.ts'

const inks: Record<Risk, string> = { high: 'text-danger', medium: 'text-warn', low: 'text-faint' }

/** What the command lets the agent do. The host decides: this only writes it into the command. */
export function CapabilityWishes(props: { wishes: Wishes; onWishes: (wishes: Wishes) => void }): ReactNode {
  const { wishes, onWishes } = props
  const t = useT()
  const changed = wishes.allow.length + wishes.deny.length
  const box = (name: Capability, risk: Risk) => (
    <Checkbox
      key={name}
      checked={isOn(name, wishes)}
      onChange={(event) => onWishes(withWish(wishes, name, event.target.checked))}
      label={
        <>
          {t(`capability.name.${name}`)} <span className={`text-xs ${inks[risk]}`}>{t(`capability.risk.${risk}`)}</span>
        </>
      }
      hint={t(`wishes.means.${name}`)}
    />
  )
  return (
    <Fold
      title={t('wishes.title')}
      summary={changed === 0 ? t('wishes.default') : t('wishes.changed', { count: changed })}
    >
      <p className="mb-3 text-muted text-xs">{t('wishes.hint')}</p>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">{choices.map(({ name, risk }) => box(name, risk))}</div>
    </Fold>
  )
}
