import {
  Badge,
  Button,
  Card,
  type Column,
  DeleteDialog,
  IconButton,
  onDemand,
  Switch,
  Table,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { UnlockService } from '@svc/plugin-ip-quality/contract'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { eventsPath, overviewPath, servicePath, servicesPath } from '../paths.ts'

const ServiceDialog = onDemand(() => import('./service-dialog.tsx'), null)

type Action = { readonly kind: 'add' } | { readonly kind: 'edit' | 'delete'; readonly service: UnlockService }

/** What is checked: built-in services can be switched off, own ones changed. */
export function ServicesCard(props: {
  services: readonly UnlockService[] | undefined
  error: unknown
  onRetry: () => void
}): ReactNode {
  const { services, error, onRetry } = props
  const t = useT()
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const columns: readonly Column<UnlockService>[] = [
    {
      id: 'name',
      header: t('column.service'),
      cell: (service) => (
        <div className="min-w-0 max-w-80">
          <p className="flex flex-wrap items-center gap-2">
            <span className="wrap-anywhere font-medium">{service.name}</span>
            {!service.is_builtin && <Badge tone="accent">{t('services.own')}</Badge>}
          </p>
          {service.request && <p className="truncate text-muted text-xs">{service.request.url}</p>}
          {!service.is_builtin && !service.request && <p className="text-warn text-xs">{t('services.unreadable')}</p>}
        </div>
      ),
    },
    {
      id: 'category',
      header: t('column.category'),
      className: 'max-sm:hidden',
      cell: ({ category }) => t(`category.${category}`, { defaultValue: category }),
    },
    {
      id: 'acts',
      label: t('services.actions'),
      align: 'right',
      cell: (service) =>
        !service.is_builtin && (
          <span className="inline-flex gap-1">
            <IconButton
              size="sm"
              label={t('services.editNamed', { name: service.name })}
              onClick={() => setAction({ kind: 'edit', service })}
            >
              <Pencil aria-hidden />
            </IconButton>
            <IconButton
              size="sm"
              label={t('services.deleteNamed', { name: service.name })}
              onClick={() => setAction({ kind: 'delete', service })}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        ),
    },
    {
      id: 'enabled',
      header: t('column.enabled'),
      align: 'right',
      cell: (service) => <EnabledSwitch service={service} />,
    },
  ]
  return (
    <Card
      flush
      title={t('services.title')}
      description={t('services.lead')}
      actions={
        <Button aria-haspopup="dialog" onClick={() => setAction({ kind: 'add' })}>
          <Plus aria-hidden />
          {t('services.add')}
        </Button>
      }
    >
      <Table
        caption={t('services.title')}
        columns={columns}
        rows={services}
        rowKey={({ id }) => id}
        error={error}
        onRetry={onRetry}
      />
      {action?.kind === 'add' && <ServiceDialog service={undefined} onClose={close} />}
      {action?.kind === 'edit' && <ServiceDialog service={action.service} onClose={close} />}
      {action?.kind === 'delete' && (
        <DeleteDialog
          path={servicePath(action.service.id)}
          invalidates={[servicesPath, overviewPath, eventsPath]}
          title={t('delete.title', { name: action.service.name })}
          description={t('delete.text')}
          action={t('delete.action')}
          done={t('delete.done')}
          onClose={close}
        />
      )}
    </Card>
  )
}

function EnabledSwitch({ service: { id, name, enabled } }: { service: UnlockService }) {
  const t = useT()
  const { mutate, isPending, variables } = useMutate<boolean>('PUT', servicePath(id), {
    body: (next) => ({ enabled: next }),
    invalidates: [servicesPath],
  })
  return (
    <Switch
      label={t('services.checkNamed', { name })}
      checked={isPending ? variables : enabled}
      disabled={isPending}
      onChange={(next) => mutate(next)}
    />
  )
}
