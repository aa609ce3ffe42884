import { Badge, Flag, Tooltip, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { HopReading } from './reading.ts'

/** Name and address of a hop, with what its routers say. */
export function HopHostCell({ reading: { hop, hosts } }: { readonly reading: HopReading }): ReactNode {
  const t = useT()
  const [first, ...others] = hosts
  if (!first) return <span className="text-faint italic">{t('hop.silent')}</span>
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-1.5">
        {first.country && <Flag code={first.country} />}
        <span className="truncate font-medium" data-tip={first.hostname ?? first.ip}>
          {first.hostname ?? first.ip}
        </span>
        {others.length > 0 && (
          <Tooltip text={<AddressList hosts={others} />}>
            <button type="button" className="shrink-0 rounded-xs">
              <Badge>{t('hop.more', { count: others.length })}</Badge>
            </button>
          </Tooltip>
        )}
        {hop.unreachable && <Badge tone="danger">{t(`unreachable.${hop.unreachable}`)}</Badge>}
      </div>
      {first.hostname && <span className="figures block truncate text-faint text-xs">{first.ip}</span>}
      {hop.labels && (
        <span className="figures block truncate text-faint text-xs">
          {t('hop.labels', { labels: hop.labels.map(({ label }) => label).join(' / ') })}
        </span>
      )}
      {first.asn && (
        <span className="block truncate text-faint text-xs lg:hidden">
          {first.asn} {first.as_name}
        </span>
      )}
    </div>
  )
}

const AddressList = ({ hosts }: { hosts: HopReading['hosts'] }) => (
  <ul>
    {hosts.map(({ ip, hostname }) => (
      <li key={ip} className="figures">
        {hostname ? `${hostname} (${ip})` : ip}
      </li>
    ))}
  </ul>
)
