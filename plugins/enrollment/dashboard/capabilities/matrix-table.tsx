import { moveFocusInList, useServer, useT } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { ReactNode } from 'react'
import { type CapabilitiesOfRisk, useCapabilities } from './capabilities.ts'
import { stateOf } from './capability-state.ts'
import { MatrixName } from './matrix-name.tsx'
import { StateMark } from './state-mark.tsx'

/** The first capability of each risk has a border on its left. */
const columnsOf = (byRisk: readonly CapabilitiesOfRisk[]) =>
  byRisk.flatMap(({ capabilities }) =>
    capabilities.map((capability, index) => ({ capability, border: index === 0 ? ' border-l' : '' })),
  )

/** The matrix for wide screens. */
export function MatrixTable({ servers }: { servers: readonly ServerRecord[] }): ReactNode {
  const t = useT()
  const byRisk = useCapabilities()
  const columns = columnsOf(byRisk)
  return (
    <div className="overflow-x-auto max-md:hidden">
      <table
        className="w-full min-w-[58rem] table-fixed border-separate border-spacing-0 text-sm"
        onKeyDown={moveFocusInList}
      >
        <caption className="sr-only">{t('matrix.title')}</caption>
        <colgroup>
          <col className="w-44" />
        </colgroup>
        {byRisk.map(({ risk, capabilities }) => (
          <colgroup key={risk} span={capabilities.length} />
        ))}
        <thead>
          <tr>
            <th
              rowSpan={2}
              scope="col"
              className="caption border-b bg-panel py-2 pl-5 text-left align-bottom font-medium"
            >
              {t('column.name')}
            </th>
            {byRisk.map(({ risk, capabilities }) => (
              <th
                key={risk}
                scope="colgroup"
                colSpan={capabilities.length}
                className="caption border-l px-2 pt-2.5 text-left font-medium"
              >
                {t(`capability.risk.${risk}`)}
              </th>
            ))}
          </tr>
          <tr>
            {columns.map(({ capability: { name, texts }, border }) => (
              <th
                key={name}
                scope="col"
                className={`border-b px-0 py-2 text-center align-bottom last:pr-2 font-medium text-muted text-xs${border}`}
              >
                {texts.short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {servers.map((server) => (
            <Row key={server.id} server={server} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ server, columns }: { server: ServerRecord; columns: ReturnType<typeof columnsOf> }) {
  const t = useT()
  const online = useServer(server.id)?.online ?? false
  return (
    <tr className="group/row hover:bg-accent-soft/40">
      <th scope="row" className="border-b py-2 pr-3 pl-5 text-left font-normal group-last/row:border-b-0">
        <MatrixName server={server} className="block" />
        {server.has_token && !online && <span className="block text-faint text-xs">{t('capability.last')}</span>}
      </th>
      {server.has_token ? (
        columns.map(({ capability, border }) => (
          <td
            key={capability.name}
            className={`border-b px-0.5 py-2 text-center last:pr-2.5 group-last/row:border-b-0${border}`}
          >
            <StateMark state={stateOf(server, capability)} isStale={!online} />
          </td>
        ))
      ) : (
        <td colSpan={columns.length} className="border-b border-l px-3 py-2 text-faint group-last/row:border-b-0">
          {t('capability.unknown')}
        </td>
      )}
    </tr>
  )
}
