import { Badge, Card, useMe, useT } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { ReactNode } from 'react'
import { type Capability, useCapabilities } from '../capabilities/capabilities.ts'
import { stateOf } from '../capabilities/capability-state.ts'
import { HostSteps } from '../capabilities/host-steps.tsx'
import { StateMark } from '../capabilities/state-mark.tsx'

/** The capabilities of the agent, the riskiest first. */
export function CapabilityCard({ record, online }: { record: ServerRecord; online: boolean }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const byRisk = useCapabilities()
  if (!record.has_token) return <Card title={t('capability.title')} description={t('capability.unknown')} />
  return (
    <Card
      title={t('capability.title')}
      description={t('capability.hint')}
      actions={!online && <Badge>{t('capability.last')}</Badge>}
    >
      <div className="flex flex-col gap-4">
        {byRisk.map(({ risk, capabilities }) => (
          <section key={risk}>
            <h3 className="caption mb-1.5">{t(`capability.risk.${risk}`)}</h3>
            <ul className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
              {capabilities.map((capability) => (
                <Entry key={capability.name} capability={capability} record={record} isStale={!online} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isAdmin && <HostSteps record={record} />}
    </Card>
  )
}

function Entry({ capability, record, isStale }: { capability: Capability; record: ServerRecord; isStale: boolean }) {
  const t = useT()
  const state = stateOf(record, capability)
  const { granted_by: by, reason } = state.kind === 'temporary' ? state.grant : {}
  return (
    <li className="min-w-0 text-sm">
      <span className="flex min-h-5 min-w-0 items-center justify-between gap-2">
        <span className={state.kind === 'off' ? 'truncate text-faint' : 'truncate'}>{capability.texts.name}</span>
        <StateMark state={state} isStale={isStale} />
      </span>
      {(by || reason) && (
        <span className="block break-words text-faint text-xs">
          {[by && t('capability.by', { by }), reason].filter(Boolean).join(': ')}
        </span>
      )}
    </li>
  )
}
