import { PageLink } from '@svc/dashboard-sdk'
import { WidgetHead } from '@svc/dashboard-sdk/widgets'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'

/** Widget header: title, server link, and details if there is room. */
export function WidgetHeader(props: {
  icon?: ReactNode
  title: string
  server?: { readonly id: string; readonly name: string; readonly tab?: string; readonly range?: string } | undefined
  isEditing?: boolean
  aside?: ReactNode
}): ReactNode {
  const { icon, title, server, isEditing = false, aside } = props
  const link = server && (
    <PageLink
      page={serverPage}
      params={{ id: server.id }}
      search={{ tab: server.tab ?? 'metrics', ...(server.range ? { range: server.range } : {}) }}
      className="underline-offset-2 hover:text-ink hover:underline"
    >
      {server.name}
    </PageLink>
  )
  return <WidgetHead icon={icon} title={title} of={isEditing ? server?.name : link} aside={aside} />
}
