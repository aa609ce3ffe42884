import { Badge, Card, StatusDot, useFormat, useT } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { capabilities, fromMask } from '@svc/protocol'
import type { ReactNode } from 'react'

/** The capabilities of the agent. Only its host can change them. */
export function CapabilityCard({ record }: { record: ServerRecord }): ReactNode {
  const t = useT()
  const format = useFormat()
  const mask = record.effective_capabilities ?? record.agent_local_capabilities ?? record.capabilities
  const on = new Set(fromMask(mask))
  const until = new Map(record.temporary.map((grant) => [grant.cap, grant.expires_at]))
  return (
    <Card title={t('capability.title')} description={t(record.has_token ? 'capability.hint' : 'capability.unknown')}>
      {record.has_token && (
        <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {capabilities.map((key) => (
            <li key={key} className="flex min-w-0 items-center gap-2 text-sm">
              <StatusDot
                tone={on.has(key) ? 'on' : 'off'}
                label={t(on.has(key) ? 'capability.on' : 'capability.off')}
                hideLabel
              />
              <span className={on.has(key) ? 'truncate' : 'truncate text-faint'}>{t(`capability.name.${key}`)}</span>
              {until.has(key) && (
                <Badge tone="warn">
                  {t('capability.until', { at: format.dateTime((until.get(key) ?? 0) * 1000) })}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
