import { useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Section } from './sections.ts'

/** The heading of a section: the group name and how many of its servers are online. */
export function SectionHead({ section }: { section: Section }): ReactNode {
  const t = useT()
  const format = useFormat()
  const total = section.servers.length
  const online = section.servers.filter((server) => server.online).length
  return (
    <span className="flex min-w-0 items-baseline gap-2.5">
      <span className="min-w-0 truncate font-semibold text-sm">{section.name ?? t('groups.none')}</span>
      <span className={`figures shrink-0 font-normal text-xs ${online < total ? 'text-warn' : 'text-faint'}`}>
        {t('list.onlineOf', { online: format.number(online), total: format.number(total) })}
      </span>
    </span>
  )
}
