import { PageLink } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'

/** The line above a widget: what is shown, of which server, and at its end figures where there is room. */
export function Head(props: {
  icon?: ReactNode
  title: string
  server?: { readonly id: string; readonly name: string; readonly tab?: string; readonly range?: string } | undefined
  isEditing?: boolean
  aside?: ReactNode
}): ReactNode {
  const { icon, title, server, isEditing = false, aside } = props
  return (
    <div className="mb-1.5 flex min-w-0 items-center gap-2 text-sm">
      <p className="flex max-w-full shrink-0 items-center gap-1.5 font-medium">
        {icon}
        <span className="truncate">{title}</span>
      </p>
      {server && (
        <p className="min-w-0 truncate text-muted">
          {isEditing ? (
            server.name
          ) : (
            <PageLink
              page={serverPage}
              params={{ id: server.id }}
              search={{ tab: server.tab ?? 'metrics', ...(server.range ? { range: server.range } : {}) }}
              className="underline-offset-2 hover:text-ink hover:underline"
            >
              {server.name}
            </PageLink>
          )}
        </p>
      )}
      {aside && <div className="ml-auto shrink-0 text-muted text-xs @max-[22rem]:hidden">{aside}</div>}
    </div>
  )
}
