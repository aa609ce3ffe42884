import { Badge, IconButton, Switch, useFormat, useMutate, useServerNames, useT } from '@svc/dashboard-sdk'
import type { PingTask } from '@svc/plugin-probes/contract'
import { ChevronRight, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { pingTaskPath, pingTasksPath } from '../paths.ts'

export type TaskAct = 'edit' | 'delete'

/** A task; its results open below it. */
export function TaskRow(props: {
  task: PingTask
  open: boolean
  onOpen: (open: boolean) => void
  onAct: (act: TaskAct) => void
  /** visible while open */
  children: ReactNode
}): ReactNode {
  const { task, open, onOpen, onAct, children } = props
  const t = useT()
  const format = useFormat()
  const id = useId()
  const { name, target, interval, probe_type, enabled } = task
  const toggle = useMutate<boolean, PingTask>('PUT', pingTaskPath(task.id), {
    body: (wanted) => ({ enabled: wanted }),
    invalidates: [pingTasksPath],
  })
  return (
    <li className="border-b last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onOpen(!open)}
          className="group flex min-w-0 flex-1 basis-60 items-start gap-2 rounded-xs text-left"
        >
          <ChevronRight
            className="mt-0.5 size-4 shrink-0 text-faint transition-transform group-aria-expanded:rotate-90"
            aria-hidden
          />
          <span className="min-w-0">
            <span className="block truncate font-medium group-hover:text-accent">{name}</span>
            <span className="flex min-w-0 items-center gap-2 text-muted text-xs">
              <span className="shrink-0 uppercase">{probe_type}</span>
              <span className="figures truncate" data-tip={target}>
                {target}
              </span>
            </span>
          </span>
        </button>
        <p className="text-muted text-sm max-sm:pl-6 sm:w-28">{t('ping.every', { span: format.duration(interval) })}</p>
        <Servers ids={task.server_ids} />
        <span className="ml-auto flex items-center gap-1.5">
          <Switch
            label={t('ping.enabledNamed', { name })}
            checked={toggle.isPending ? toggle.variables : enabled}
            disabled={toggle.isPending}
            onChange={(wanted) => toggle.mutate(wanted)}
          />
          <IconButton size="sm" label={t('settings.editNamed', { name })} onClick={() => onAct('edit')}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton size="sm" label={t('settings.deleteNamed', { name })} onClick={() => onAct('delete')}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      </div>
      {open && (
        <section id={id} aria-label={t('ping.resultsOf', { name })} className="border-t bg-sunken/40 px-4 py-3">
          {children}
        </section>
      )}
    </li>
  )
}

function Servers({ ids }: { ids: readonly string[] }): ReactNode {
  const t = useT()
  const names = useServerNames()
  const text = ids.map((id) => names.get(id) ?? id).join(', ')
  return (
    <p className="min-w-0 max-sm:flex-1 sm:w-36" data-tip={text || undefined}>
      <Badge className="max-w-full">
        <span className="truncate">
          {ids.length === 0 ? t('ping.scopes.all') : ids.length === 1 ? text : t('ping.servers', { count: ids.length })}
        </span>
      </Badge>
    </p>
  )
}
