import { Button, PageLink, useServer, useT } from '@svc/dashboard-sdk'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverPage } from '../pages.ts'

/** Links an audit entry to its server, if that still exists. */
export default function AuditLink({ detail }: { detail: Readonly<Record<string, unknown>> }): ReactNode {
  const t = useT()
  const id = typeof detail.server_id === 'string' ? detail.server_id : ''
  const server = useServer(id)
  if (!server) return null
  return (
    <Button size="sm" asChild>
      <PageLink page={serverPage} params={{ id }}>
        {t('detail.open', { name: server.name })}
        <ArrowRight aria-hidden />
      </PageLink>
    </Button>
  )
}
