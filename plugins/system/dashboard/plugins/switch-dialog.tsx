import { ConfirmDialog, errorText, useMutate, useT } from '@svc/dashboard-sdk'
import type { PluginView } from '@svc/plugin-system/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { pluginsPath } from '../use-plugins.ts'
import { Consequences } from './consequences.tsx'
import { useFollowSwitch } from './use-follow-switch.ts'

/** Confirms enabling or disabling a plugin. */
export function SwitchDialog(props: {
  plugin: PluginView
  title: string
  plugins: readonly PluginView[]
  enabled: boolean
  onClose: () => void
}): ReactNode {
  const { plugin, title, plugins, enabled, onClose } = props
  const t = useT()
  const follow = useFollowSwitch()
  const put = useMutate('PUT', `${pluginsPath}/${encodeURIComponent(plugin.id)}`, {
    body: () => ({ enabled }),
    onDone: () => {
      void follow({ id: plugin.id, title, enabled })
      onClose()
    },
    onFailed: () => undefined,
  })
  const name = enabled ? 'on' : 'off'
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`plugins.${name}.title`, { title })}
      action={t(`plugins.${name}.action`)}
      destructive={!enabled}
      busy={put.isPending}
      onConfirm={() => put.mutate()}
    >
      <Consequences plugin={plugin} plugins={plugins} enabled={enabled} />
      {put.error && (
        <p role="alert" className="flex items-start gap-2.5 rounded-md bg-danger/10 px-3 py-2.5 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
          {errorText(put.error, t)}
        </p>
      )}
    </ConfirmDialog>
  )
}
