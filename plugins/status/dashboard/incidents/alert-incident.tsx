import { Button, PageLink, useT } from '@svc/dashboard-sdk'
import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { statusPagesPage } from '../pages.ts'

/** From an alert to a new incident about its server. */
export default function AlertIncident(props: {
  alert: { readonly server_id: string; readonly rule_name: string; readonly resolved_at: string | null }
  onClose: () => void
}): ReactNode {
  const { alert, onClose } = props
  const t = useT()
  if (alert.resolved_at !== null) return null
  const search = { tab: 'incidents', servers: alert.server_id, about: alert.rule_name } as const
  return (
    <Button asChild>
      <PageLink page={statusPagesPage} search={search} onClick={onClose}>
        <Radio aria-hidden />
        {t('incidents.add')}
      </PageLink>
    </Button>
  )
}
