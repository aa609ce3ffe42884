import {
  type Column,
  DropdownMenu,
  IconButton,
  MenuItem,
  MenuSeparator,
  RelativeTime,
  Switch,
  Table,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import { Ellipsis, Info, PlugZap, RefreshCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTryModule } from '../host/use-try-module.ts'
import { type InstalledModule, isModuleCompatible, modulePath, modulesPath } from '../module.ts'
import { ShortHash } from './details-dialog.tsx'
import { StateMark } from './state-mark.tsx'

interface Props {
  readonly modules: readonly InstalledModule[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onDetails: (module: InstalledModule) => void
  /** for modules from a URL */
  readonly onUpdate: (module: InstalledModule) => void
  readonly onUninstall: (module: InstalledModule) => void
  readonly empty: ReactNode
}

/** Installed modules. */
export function ModuleTable({ modules, error, onRetry, onDetails, onUpdate, onUninstall, empty }: Props): ReactNode {
  const t = useT()
  const tryModule = useTryModule()
  const columns: Column<InstalledModule>[] = [
    {
      id: 'name',
      header: t('list.name'),
      cell: (module) => (
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">
            {module.manifest.name} <span className="font-normal text-muted">{module.version}</span>
          </p>
          <p className="wrap-anywhere font-mono text-muted text-xs">{module.id}</p>
          {module.manifest.author && (
            <p className="wrap-anywhere text-muted text-xs">{t('list.by', { author: module.manifest.author })}</p>
          )}
          <div className="mt-1.5 md:hidden">
            <StateMark module={module} />
          </div>
        </div>
      ),
    },
    {
      id: 'category',
      header: t('list.category'),
      className: 'max-lg:hidden whitespace-nowrap',
      cell: ({ manifest }) => t(`category.${manifest.category}`),
    },
    {
      id: 'source',
      header: t('list.source'),
      className: 'max-md:hidden',
      cell: (module) => <SourceName module={module} />,
    },
    {
      id: 'hash',
      header: 'SHA-256',
      className: 'max-xl:hidden',
      cell: ({ code_sha256 }) => <ShortHash hash={code_sha256} />,
    },
    {
      id: 'installed',
      header: t('list.installed'),
      className: 'max-lg:hidden whitespace-nowrap',
      cell: ({ installed_at }) => <RelativeTime at={installed_at} />,
    },
    {
      id: 'state',
      header: t('list.state'),
      className: 'max-md:hidden',
      cell: (module) => <StateMark module={module} />,
    },
    {
      id: 'acts',
      label: t('list.acts'),
      align: 'right',
      cell: (module) => (
        <div className="flex items-center justify-end gap-2">
          <EnableSwitch module={module} />
          <DropdownMenu
            trigger={
              <IconButton label={t('list.more', { name: module.manifest.name })} size="sm">
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={Info} onSelect={() => onDetails(module)}>
              {t('list.details')}
            </MenuItem>
            <MenuItem
              icon={PlugZap}
              disabled={!module.enabled || !isModuleCompatible(module)}
              onSelect={() => tryModule(module)}
            >
              {t('list.try')}
            </MenuItem>
            {module.source_type === 'Url' && (
              <MenuItem icon={RefreshCw} onSelect={() => onUpdate(module)}>
                {t('list.update')}
              </MenuItem>
            )}
            {module.source_type !== 'Builtin' && (
              <>
                <MenuSeparator />
                <MenuItem icon={Trash2} destructive onSelect={() => onUninstall(module)}>
                  {t('list.uninstall')}
                </MenuItem>
              </>
            )}
          </DropdownMenu>
        </div>
      ),
    },
  ]
  return (
    <Table
      caption={t('widgets.title')}
      columns={columns}
      rows={modules}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  )
}

function EnableSwitch({ module }: { module: InstalledModule }) {
  const t = useT()
  const enable = useMutate<{ enabled: boolean }>('PUT', modulePath(module.id), { invalidates: [modulesPath] })
  const shown = enable.isPending ? enable.variables.enabled : module.enabled
  return (
    <Switch
      checked={shown}
      label={t('list.enable', { name: module.manifest.name })}
      disabled={enable.isPending}
      onChange={(enabled) => enable.mutate({ enabled })}
    />
  )
}

function SourceName({ module }: { module: InstalledModule }): ReactNode {
  const t = useT()
  const { source_type, source_url } = module
  const host = source_url && URL.canParse(source_url) ? new URL(source_url).host : source_url
  return (
    <div className="min-w-0">
      <span className="whitespace-nowrap">{t(`source.${source_type}`)}</span>
      {host && (
        <p className="wrap-anywhere text-muted text-xs" data-tip={source_url}>
          {host}
        </p>
      )}
    </div>
  )
}
