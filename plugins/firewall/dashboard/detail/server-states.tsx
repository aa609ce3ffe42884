import { PageLink, RelativeTime, useServerList, useT } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { BlockDetail } from '@svc/plugin-firewall/contract'
import type { ReactNode } from 'react'
import { OnServer } from '../list/applied.tsx'
import { firewallTab } from '../pages.ts'
import { coveredStates } from './covered-states.ts'

/** More would not be read; the counts are above. */
const maxRows = 100

/** The state of a block on each server that it covers, the rejected ones first. */
export function ServerStates({ block }: { block: BlockDetail }): ReactNode {
  const t = useT()
  const servers = useServerList()
  const all = coveredStates(block, servers)
  if (all.length === 0) return <p className="text-muted text-sm">{t('applied.none')}</p>
  return (
    <>
      <ul className="flex flex-col divide-y">
        {all.slice(0, maxRows).map(({ id, name, state }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-baseline gap-x-4 py-2 text-sm"
          >
            <PageLink
              page={serverPage}
              params={{ id }}
              search={{ tab: firewallTab }}
              otherwise={<span className="wrap-anywhere">{name}</span>}
              className="wrap-anywhere rounded-xs font-medium hover:text-accent hover:underline"
            >
              {name}
            </PageLink>
            <OnServer state={state} />
            {state && <RelativeTime at={state.at} className="whitespace-nowrap text-faint text-xs" />}
          </li>
        ))}
      </ul>
      {all.length > maxRows && (
        <p className="mt-2 text-faint text-xs">{t('detail.more', { count: all.length - maxRows })}</p>
      )}
    </>
  )
}
