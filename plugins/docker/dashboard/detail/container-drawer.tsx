import { Dialog, EmptyState, Tabs, useMe, usePageSearch, useT } from '@svc/dashboard-sdk'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ActionButtons } from '../actions/container-actions.tsx'
import { dockerSearch } from '../docker-search.ts'
import { shortImage } from '../list/image-name.ts'
import type { Row } from '../live/container-row.ts'
import { LogPanel } from '../logs/log-panel.tsx'
import { isRunning } from '../state/container-state.ts'
import { StateMark } from '../state/state-mark.tsx'
import { InspectPanel } from './inspect-panel.tsx'
import { OverviewPanel } from './overview-panel.tsx'

/** The details of the container in the URL. */
export function ContainerDrawer(props: { serverId: string; rows: readonly Row[]; hasExtras: boolean }): ReactNode {
  const { serverId, rows, hasExtras } = props
  const [{ container: id }, setSearch] = usePageSearch(dockerSearch)
  const found = id === '' ? undefined : rows.find((row) => row.id.startsWith(id) || row.container.name === id)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const row = found ?? (last && id !== '' && last.id.startsWith(id) ? last : undefined)
  const close = () => setSearch({ container: '', panel: 'overview' })
  if (id === '') return null
  if (!row) return <RemovedContainer id={id} onClose={close} />
  return <Details key={row.id} serverId={serverId} row={row} isRemoved={!found} hasExtras={hasExtras} onClose={close} />
}

function RemovedContainer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open onOpenChange={onClose} title={id} width="lg" side>
      <EmptyState icon={Trash2} title={t('detail.removed')} description={t('detail.removedHint')} />
    </Dialog>
  )
}

function Details(props: {
  serverId: string
  row: Row
  isRemoved: boolean
  hasExtras: boolean
  onClose: () => void
}): ReactNode {
  const { serverId, row, isRemoved, hasExtras, onClose } = props
  const { container } = row
  const t = useT()
  const { isAdmin } = useMe()
  const [{ panel }, setSearch] = usePageSearch(dockerSearch)
  const tabs = [
    {
      value: 'overview' as const,
      label: t('detail.overview'),
      content: (
        <Scrolling>
          <OverviewPanel row={row} />
        </Scrolling>
      ),
    },
    ...(isAdmin
      ? [
          {
            value: 'logs' as const,
            label: t('logs.title'),
            content: (
              <LogPanel
                serverId={serverId}
                container={{ id: container.id, name: container.name, isRunning: isRunning(container) }}
                canLimitAge={hasExtras}
              />
            ),
          },
        ]
      : []),
    ...(hasExtras
      ? [
          {
            value: 'inspect' as const,
            label: t('inspect.title'),
            content: (
              <Scrolling>
                <InspectPanel serverId={serverId} container={container} />
              </Scrolling>
            ),
          },
        ]
      : []),
  ]
  const shown = tabs.find(({ value }) => value === panel) ?? tabs[0]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={container.name}
      description={shortImage(container.image)}
      width="lg"
      side
      flush
    >
      <div className="flex h-full min-h-0 flex-col">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 pt-3 pb-2">
          {isRemoved ? (
            <p role="status" className="font-medium text-sm text-warn">
              {t('detail.removed')}
            </p>
          ) : (
            <StateMark container={container} />
          )}
          {!isRemoved && <ActionButtons container={container} />}
        </div>
        <div className="flex min-h-0 flex-1 flex-col *:flex *:min-h-0 *:flex-1 *:flex-col [&_[role=tablist]]:px-5 [&_[role=tabpanel]]:min-h-0 [&_[role=tabpanel]]:flex-1 [&_[role=tabpanel]]:pt-0">
          <Tabs
            value={shown?.value ?? 'overview'}
            onChange={(next) => setSearch({ panel: next })}
            label={t('detail.tabs')}
            tabs={tabs}
          />
        </div>
      </div>
    </Dialog>
  )
}

const Scrolling = ({ children }: { children: ReactNode }) => (
  <div className="h-full overflow-y-auto px-5 py-5">{children}</div>
)
