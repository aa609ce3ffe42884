import { Button, ConfirmDialog, errorText, toast, useApi, useFormat, useMutate, useT } from '@svc/dashboard-sdk'
import type { PluginData, PluginView } from '@svc/plugin-system/contract'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pluginsPath } from '../use-plugins.ts'

function PurgeDialog(props: { plugin: PluginView; title: string; path: string; onClose: () => void }): ReactNode {
  const { plugin, title, path, onClose } = props
  const t = useT()
  const purge = useMutate<void>('DELETE', path, {
    invalidates: [pluginsPath],
    onDone: () => {
      toast.success(t('pluginData.done', { title }))
      onClose()
    },
    onFailed: () => undefined,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('pluginData.ask', { title })}
      action={t('pluginData.action')}
      typed={plugin.id}
      busy={purge.isPending}
      onConfirm={() => purge.mutate()}
    >
      <div className="flex flex-col gap-2.5 text-sm">
        <p>{t('pluginData.what')}</p>
        <p className="text-muted">{t('pluginData.again')}</p>
        {purge.error && (
          <p role="alert" className="text-danger">
            {errorText(purge.error, t)}
          </p>
        )}
      </div>
    </ConfirmDialog>
  )
}

/** What a plugin that does not run has stored, and its deletion. */
export function StoredData({ plugin, title }: { plugin: PluginView; title: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const path = `${pluginsPath}/${encodeURIComponent(plugin.id)}/data`
  const { data, error } = useApi<PluginData>(path)
  const [isAsking, setAsking] = useState(false)
  const isEmpty = data !== undefined && data.tables.length === 0 && data.settings === 0
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span className="text-muted">
        {isEmpty
          ? t('pluginData.none')
          : data
            ? t('pluginData.size', {
                bytes: format.bytes(data.bytes),
                tables: t('pluginData.tables', { count: data.tables.length }),
                count: data.settings,
              })
            : error
              ? errorText(error, t)
              : '…'}
      </span>
      {(!isEmpty || plugin.state === 'absent') && (
        <Button size="sm" aria-label={t('pluginData.of', { title })} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden />
          {t('pluginData.action')}
        </Button>
      )}
      {isAsking && <PurgeDialog plugin={plugin} title={title} path={path} onClose={() => setAsking(false)} />}
    </div>
  )
}
