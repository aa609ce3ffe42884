import { useFormat, useInstalledDashboard, useT } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import type { ReactNode } from 'react'
import { JobTable } from './job-table.tsx'
import { originOf } from './plugin-list.ts'
import { StoredData } from './stored-data.tsx'

function Codes(props: { label: string; codes: readonly string[]; none: string; className?: string }) {
  const { label, codes, none, className = '' } = props
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="caption">{label}</dt>
      <dd className="mt-1 flex flex-wrap gap-1.5">
        {codes.length === 0 && <span className="text-faint text-sm">{none}</span>}
        {codes.map((code) => (
          <code
            key={code}
            className="break-all rounded-xs bg-sunken px-1.5 font-mono text-xs leading-5 ring-1 ring-line ring-inset"
          >
            {code}
          </code>
        ))}
      </dd>
    </div>
  )
}

/** What the dashboard half of a third-party plugin costs in this tab. */
function DashboardCost({ plugin: { id, dashboard } }: { plugin: PluginView }): ReactNode {
  const t = useT()
  const format = useFormat()
  const loaded = useInstalledDashboard(id)
  if (!dashboard) return null
  const figures =
    loaded && loaded.fault === undefined
      ? t('plugins.dashboard.cost', {
          size: format.bytes(dashboard.bytes),
          load: format.ms(loaded.loadMs),
          renders: t('plugins.dashboard.renders', { count: loaded.renders }),
          render: format.ms(loaded.renderMs),
        })
      : t('plugins.dashboard.notShown')
  return (
    <div className="sm:col-span-2">
      <dt className="caption">{t('plugins.dashboard.title')}</dt>
      <dd className="mt-1 text-sm">{figures}</dd>
    </div>
  )
}

/** Services, tables and jobs of a plugin. */
export function PluginDetails({ plugin, title }: { plugin: PluginView; title: string }): ReactNode {
  const t = useT()
  const { id, requires = [], provides = [], tables = [], jobs = [], state } = plugin
  // services and jobs are unknown until the plugin is loaded
  const emptyText = t(state === 'running' ? 'plugins.detail.none' : 'plugins.detail.unknown')
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Codes label={t('plugins.detail.id')} codes={[id]} none="" />
        <div>
          <dt className="caption">{t('plugins.detail.origin')}</dt>
          <dd className="mt-1 text-sm">{t(`plugins.origin.${originOf(plugin)}`)}</dd>
        </div>
        <Codes label={t('plugins.detail.requires')} codes={requires} none={emptyText} />
        <Codes label={t('plugins.detail.provides')} codes={provides} none={emptyText} />
        <Codes
          label={t('plugins.detail.tables')}
          codes={tables}
          none={t('plugins.detail.none')}
          className="sm:col-span-2"
        />
        <DashboardCost plugin={plugin} />
        {state === 'disabled' && (
          <div className="sm:col-span-2">
            <dt className="caption">{t('pluginData.title')}</dt>
            <dd>
              <StoredData plugin={plugin} title={title} />
            </dd>
          </div>
        )}
      </dl>
      <div>
        <h4 className="caption mb-1.5">{t('plugins.detail.jobs')}</h4>
        {jobs.length > 0 ? <JobTable jobs={jobs} title={title} /> : <p className="text-faint text-sm">{emptyText}</p>}
      </div>
    </div>
  )
}
