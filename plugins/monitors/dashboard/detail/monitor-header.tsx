import { Button, PageHeader, useFormat, useGo, useMe, useServers, useT } from '@svc/dashboard-sdk'
import type { MonitorDetail } from '@svc/plugin-monitors/contract'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CheckButton } from '../acts/check-button.tsx'
import { EnabledSwitch } from '../acts/enabled-switch.tsx'
import { type Doing, MonitorDialogs } from '../acts/monitor-dialogs.tsx'
import { MonitorMenu } from '../acts/monitor-menu.tsx'
import { monitorsPage } from '../pages.ts'
import { StateMark } from '../state/state-mark.tsx'

/** What is watched and how it stands; what an admin can do about it. */
export function MonitorHeader({ monitor }: { monitor: MonitorDetail }): ReactNode {
  const t = useT()
  const format = useFormat()
  const go = useGo()
  const { isAdmin } = useMe()
  const [doing, setDoing] = useState<Doing>()
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
              <Button onClick={() => setDoing({ act: 'edit', monitor })}>
                <Pencil aria-hidden />
                {t('menu.edit')}
              </Button>
              <MonitorMenu monitor={monitor} act={(act) => setDoing({ act, monitor })} />
            </>
          )
        }
      />
      <MonitorDialogs doing={doing} onClose={() => setDoing(undefined)} onDeleted={() => go(monitorsPage, {})} />
    </>
  )
}
