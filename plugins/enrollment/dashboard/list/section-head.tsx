import { useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { countBy } from './filter.ts'
import type { Section } from './sections.ts'
import { stateOf } from './server-state.ts'

/** The heading of a section: the group name and how many of its servers are online. */
export function SectionHead({ section }: { section: Section }): ReactNode {
  const t = useT()
  const format = useFormat()
  const states = countBy(section.servers, stateOf)
  const total = section.servers.length
  return (
    <span className="flex min-w-0 items-baseline gap-2.5">
      <span className="min-w-0 truncate font-semibold text-sm">{section.name ?? t('groups.none')}</span>
      <span className={`figures shrink-0 font-normal text-xs ${states.has('offline') ? 'text-warn' : 'text-faint'}`}>
        {t('list.onlineOf', { online: format.number(states.get('online') ?? 0), total: format.number(total) })}
      </span>
    </span>
  )
}
