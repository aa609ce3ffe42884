import { PaletteGroup, PaletteItem, type PaletteSource, useApi, useNavigateToPage, useT } from '@svc/dashboard-sdk'
import type { ServiceMonitor } from '@svc/widget-sdk'
import { HeartPulse } from 'lucide-react'
import type { ReactNode } from 'react'
import { monitorPage } from '../pages.ts'
import { monitorsPath } from '../paths.ts'

/** Service monitors in the command palette, once something was typed. */
export default function PaletteMonitors({ query }: PaletteSource): ReactNode {
  const t = useT()
  const { data = [] } = useApi<readonly ServiceMonitor[]>(monitorsPath)
  const navigate = useNavigateToPage()
  if (query === '') return null
  return (
    <PaletteGroup heading={t('list.title')}>
      {data.map(({ id, name }) => (
        <PaletteItem
          key={id}
          id={`monitor ${id}`}
          icon={HeartPulse}
          label={name}
          onSelect={() => navigate(monitorPage, { params: { id } })}
        />
      ))}
    </PaletteGroup>
  )
}
