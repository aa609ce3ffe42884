import { ServerPicker, useServers, useT } from '@svc/dashboard-sdk'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

/** The related servers, whose maintenance mutes notifications. */
export function ServersField(props: {
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
  error: string | undefined
}): ReactNode {
  const { value, onChange, error } = props
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(false)
  const names = useServers((all) => all.filter((server) => value.includes(server.id)).map(({ name }) => name))
  return (
    <details
      open={open || error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-md ring-1 ring-line ring-inset"
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3.5 py-2 text-sm">
        <ChevronRight className="size-4 shrink-0 text-faint group-open:rotate-90" aria-hidden />
        <span className="shrink-0 font-medium">{t('servers.label')}</span>
        <span className="min-w-0 truncate text-muted">{names.length > 0 ? names.join(', ') : t('servers.none')}</span>
      </summary>
      <div className="flex flex-col gap-2 border-t px-3.5 py-3">
        <p className="text-faint text-xs">{t('servers.hint')}</p>
        <ServerPicker
          label={t('servers.label')}
          chosen={value}
          onChosen={onChange}
          describedBy={error ? id : undefined}
        />
        {error && (
          <p id={id} role="alert" className="text-danger text-xs">
            {error}
          </p>
        )}
      </div>
    </details>
  )
}
