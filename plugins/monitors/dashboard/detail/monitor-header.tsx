import { Button, PageHeader, useFormat, useMe, useNavigateToPage, useServers, useT } from '@svc/dashboard-sdk'
import type { MonitorDetail } from '@svc/plugin-monitors/contract'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CheckButton } from '../actions/check-button.tsx'
import { EnabledSwitch } from '../actions/enabled-switch.tsx'
import { type DialogState, MonitorDialogs } from '../actions/monitor-dialogs.tsx'
import { MonitorMenu } from '../actions/monitor-menu.tsx'
import { monitorsPage } from '../pages.ts'
import { StateMark } from '../state/state-mark.tsx'

/** Name, target and state of a monitor, with the actions of admins. */
export function MonitorHeader({ monitor }: { monitor: MonitorDetail }): ReactNode {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigateToPage()
  const { isAdmin } = useMe()
  const [dialog, setDialog] = useState<DialogState>()
  const { server_ids, retry_count } = monitor
  const names = useServers((all) => all.filter(({ id }) => server_ids.includes(id)).map(({ name }) => name))
  const facts = [
    t(`type.${monitor.monitor_type}.name`),
    t('detail.every', { interval: format.duration(monitor.interval) }),
    retry_count > 0 && t('detail.tolerates', { count: retry_count }),
    names.length > 0 && t('detail.servers', { names: names.join(', ') }),
  ]
  return (
    <>
      <PageHeader
        title={monitor.name}
        aside={<StateMark monitor={monitor} />}
        description={
          <>
            <span className="wrap-anywhere block font-mono">{monitor.target}</span>
            {facts.filter(Boolean).join(' · ')}
          </>
        }
        actions={
          isAdmin && (
            <>
              <span className="mr-2 flex items-center gap-2 text-muted text-sm">
                <span aria-hidden>{t('list.enabled')}</span>
                <EnabledSwitch monitor={monitor} />
              </span>
              <CheckButton monitor={monitor} />
              <Button onClick={() => setDialog({ action: 'edit', monitor })}>
                <Pencil aria-hidden />
                {t('menu.edit')}
              </Button>
              <MonitorMenu monitor={monitor} onAction={(action) => setDialog({ action, monitor })} />
            </>
          )
        }
      />
      <MonitorDialogs
        dialog={dialog}
        onClose={() => setDialog(undefined)}
        onDeleted={() => navigate(monitorsPage, {})}
      />
    </>
  )
}
