import { useT } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePluginText } from '../use-plugins.ts'
import { dependentsOf } from './dependents.ts'

/** Lists the consequences of enabling or disabling a plugin. */
export function Consequences(props: {
  plugin: PluginView
  plugins: readonly PluginView[]
  enabled: boolean
}): ReactNode {
  const { plugin, plugins, enabled } = props
  const t = useT()
  const text = usePluginText()
  const joinNames = (names: readonly string[]) => names.join(t('audit.value.and'))
  const { jobs = [], tables = [] } = plugin
  const dependents = enabled ? [] : dependentsOf(plugin, plugins).map((other) => text(other).title)
  const points = enabled
    ? [t('plugins.on.appears'), t('plugins.on.data')]
    : [
        t(plugin.state === 'running' ? 'plugins.off.pages' : 'plugins.off.idle'),
        jobs.length > 0 &&
          t('plugins.off.jobs', { count: jobs.length, names: joinNames(jobs.map(({ name }) => name)) }),
        dependents.length > 0 &&
          t('plugins.off.dependents', { count: dependents.length, names: joinNames(dependents) }),
        tables.length > 0 ? t('plugins.off.data', { names: joinNames(tables) }) : t('plugins.off.noData'),
      ]
  return (
    <div className="flex flex-col gap-4 text-sm">
      {enabled && !plugin.bundled && (
        <div className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5">
          <ShieldAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          <p>{t('plugins.on.trust')}</p>
        </div>
      )}
      <ul className="list-disc space-y-1.5 pl-4 marker:text-faint">
        {points.map((point) => point && <li key={point}>{point}</li>)}
      </ul>
      <p className="text-muted">{t('plugins.restart')}</p>
    </div>
  )
}
