import {
  Button,
  Card,
  CodeBlock,
  DeleteDialog,
  EmptyState,
  PageHeader,
  SearchInput,
  useApi,
  useInvalidate,
  useLiveMessage,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import { PackagePlus, Puzzle, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { InstallDialog } from './install/install-dialog.tsx'
import { DetailsDialog } from './list/details-dialog.tsx'
import { ModuleTable } from './list/module-table.tsx'
import { type InstalledModule, modulePath, modulesChanged, modulesPath, searchModules } from './module.ts'
import { widgetsPage } from './pages.ts'

/** Installed widget modules. */
export default function WidgetsPage(): ReactNode {
  const t = useT()
  const [{ q }, setSearch] = usePageSearch(widgetsPage)
  const { data, error, refetch } = useApi<InstalledModule[]>(modulesPath, { search: { include_disabled: true } })
  const invalidate = useInvalidate()
  useLiveMessage(modulesChanged, () => void invalidate(modulesPath))
  const [installing, setInstalling] = useState<{ from?: string | undefined }>()
  const [detailsId, setDetailsId] = useState<string>()
  const [uninstalling, setUninstalling] = useState<InstalledModule>()
  const details = data?.find(({ id }) => id === detailsId)
  const isOnlyBuiltin = data?.every(({ source_type }) => source_type === 'Builtin') ?? false
  const install = (
    <Button variant="primary" onClick={() => setInstalling({})}>
      <PackagePlus aria-hidden />
      {t('widgets.install')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('widgets.title')} description={t('widgets.lead')} actions={install} />
      <div className="mb-4">
        <SearchInput value={q} onChange={(next) => setSearch({ q: next })} placeholder={t('widgets.search')} />
      </div>
      <Card flush>
        <ModuleTable
          modules={data && searchModules(data, q)}
          error={error}
          onRetry={() => void refetch()}
          onDetails={({ id }) => setDetailsId(id)}
          onUpdate={({ source_url }) => setInstalling({ from: source_url })}
          onUninstall={setUninstalling}
          empty={
            q === '' ? undefined : (
              <EmptyState
                icon={SearchX}
                title={t('widgets.noMatch')}
                action={<Button onClick={() => setSearch({ q: '' })}>{t('widgets.showAll')}</Button>}
              />
            )
          }
        />
      </Card>
      {isOnlyBuiltin && q === '' && (
        <Card className="mt-4">
          <EmptyState
            icon={Puzzle}
            title={t('widgets.empty')}
            description={t('widgets.emptyHint')}
            action={<CodeBlock text="npm create @svc/widget" label={t('widgets.command')} />}
          />
        </Card>
      )}
      {!isOnlyBuiltin && data && (
        <p className="mt-4 px-1 text-muted text-sm">
          {t('widgets.build')} <code className="font-mono text-xs">npm create @svc/widget</code>
        </p>
      )}
      {installing && (
        <InstallDialog modules={data ?? []} from={installing.from} onClose={() => setInstalling(undefined)} />
      )}
      {details && <DetailsDialog module={details} onClose={() => setDetailsId(undefined)} />}
      {uninstalling && (
        <DeleteDialog
          path={modulePath(uninstalling.id)}
          invalidates={[modulesPath]}
          title={t('uninstall.title', { name: uninstalling.manifest.name })}
          description={t('uninstall.text')}
          action={t('uninstall.action')}
          done={t('uninstall.done', { name: uninstalling.manifest.name })}
          onClose={() => setUninstalling(undefined)}
        />
      )}
    </>
  )
}
