import { Button, Card, type ListPages, LoadMore, RelativeTime, useServerNames, useT } from '@svc/dashboard-sdk'
import type { RunServer, TaskRun } from '@svc/plugin-tasks/contract'
import { type ReactNode, useState } from 'react'
import { RunMark, ServerMark } from '../run-mark.tsx'
import { OutputDialog } from './output-dialog.tsx'

/** Servers shown before "show all". */
const pageSize = 50

/** Results by server and run; the newest run is the first column. */
export function RunMatrix({ runs, pages }: { runs: readonly TaskRun[]; pages: ListPages }): ReactNode {
  const t = useT()
  const names = useServerNames()
  const [opened, setOpened] = useState<{ readonly runId: string; readonly serverId: string }>()
  const [showsAll, setShowsAll] = useState(false)
  const serverIds = [...new Set(runs.flatMap(({ servers }) => servers.map(({ server_id }) => server_id)))]
  const cells = new Map(runs.map((run) => [run.id, new Map(run.servers.map((server) => [server.server_id, server]))]))
  const shown = showsAll ? serverIds : serverIds.slice(0, pageSize)
  const openedRun = runs.find(({ id }) => id === opened?.runId)
  const openedServer = openedRun && opened ? cells.get(openedRun.id)?.get(opened.serverId) : undefined
  return (
    <Card flush title={t('matrix.title')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-label={t('matrix.title')}>
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left align-bottom">
              <th scope="col" className="caption px-5 py-2">
                {t('matrix.server')}
              </th>
              {runs.map((run) => (
                <th key={run.id} scope="col" className="whitespace-nowrap px-3 py-2 font-normal">
                  <RunMark run={run} />
                  <p className="text-faint text-xs">
                    <RelativeTime at={run.started_at} /> · {t(`run.trigger.${run.trigger}`)}
                    {run.skipped > 0 && ` · ${t('run.skipped', { count: run.skipped })}`}
                  </p>
                  {run.alert && <p className="text-faint text-xs">{t('run.alert', { rule: run.alert.rule_name })}</p>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((id) => (
              <tr key={id} className="border-t">
                <th scope="row" className="px-5 py-1.5 text-left font-medium">
                  {names.get(id) ?? id}
                </th>
                {runs.map((run) => (
                  <td key={run.id} className="px-3 py-1.5">
                    <Cell
                      server={cells.get(run.id)?.get(id)}
                      name={names.get(id) ?? id}
                      onOpen={() => setOpened({ runId: run.id, serverId: id })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {serverIds.length > shown.length && (
        <div className="px-5 py-3">
          <Button onClick={() => setShowsAll(true)}>{t('matrix.all', { count: serverIds.length })}</Button>
        </div>
      )}
      <LoadMore pages={pages} label={t('matrix.earlier')} />
      {openedRun && openedServer && (
        <OutputDialog run={openedRun} server={openedServer} onClose={() => setOpened(undefined)} />
      )}
    </Card>
  )
}

function Cell({ server, name, onOpen }: { server: RunServer | undefined; name: string; onOpen: () => void }) {
  const t = useT()
  if (!server) return <span className="text-faint">–</span>
  if (server.attempt === 0) return <ServerMark server={server} />
  return (
    <Button
      size="sm"
      variant="ghost"
      className="-ml-2.5 [&_svg]:size-2.5"
      onClick={onOpen}
      data-tip={t('matrix.open', { name })}
    >
      <ServerMark server={server} />
    </Button>
  )
}
