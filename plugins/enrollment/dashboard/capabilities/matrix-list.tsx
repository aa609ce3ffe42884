import { moveFocusInList, useServer, useT } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { ReactNode } from 'react'
import { useCapabilities } from './capabilities.ts'
import { stateOf } from './capability-state.ts'
import { MatrixName } from './matrix-name.tsx'
import { StateMark } from './state-mark.tsx'

/** The matrix for narrow screens: the enabled capabilities of each server, the riskiest first. */
export function MatrixList({ servers }: { servers: readonly ServerRecord[] }): ReactNode {
  const t = useT()
  return (
    <ul aria-label={t('matrix.title')} className="md:hidden" onKeyDown={moveFocusInList}>
      {servers.map((server) => (
        <Entry key={server.id} server={server} />
      ))}
    </ul>
  )
}

function Entry({ server }: { server: ServerRecord }) {
  const t = useT()
  const byRisk = useCapabilities()
  const online = useServer(server.id)?.online ?? false
  return (
    <li className="border-b px-4 py-3 last:border-b-0">
      <div className="flex items-baseline justify-between gap-3">
        <MatrixName server={server} className="min-w-0 py-1 text-sm" />
        {server.has_token && !online && <span className="shrink-0 text-faint text-xs">{t('capability.last')}</span>}
      </div>
      {!server.has_token && <p className="text-faint text-sm">{t('capability.unknown')}</p>}
      {server.has_token && (
        <dl className="mt-1 flex flex-col gap-1.5 text-xs">
          {byRisk.map(({ risk, capabilities }) => {
            const on = capabilities.filter((capability) => stateOf(server, capability).kind !== 'off')
            return (
              <div key={risk} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
                <dt className="text-faint">{t(`capability.risk.${risk}`)}</dt>
                <dd className="flex flex-wrap gap-x-3 gap-y-1">
                  {on.length === 0 && <span className="text-faint">{t('matrix.nothingOn')}</span>}
                  {on.map((capability) => (
                    <span key={capability.name} className="inline-flex items-center gap-1">
                      <StateMark state={stateOf(server, capability)} isStale={!online} />
                      {capability.texts.short}
                    </span>
                  ))}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </li>
  )
}
