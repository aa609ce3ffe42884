import {
  ApiError,
  Button,
  Card,
  EmptyState,
  ErrorState,
  Form,
  LeaveDialog,
  PageHeader,
  PageLink,
  SaveBar,
  SchemaFields,
  Skeleton,
  toast,
  useApi,
  useForm,
  useLeaveGuard,
  useMutate,
  usePageParams,
  useT,
} from '@svc/dashboard-sdk'
import type { PluginSettingsView } from '@svc/plugin-system/contract'
import { Settings2, TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { pluginSettingsPage, pluginsPage } from './pages.ts'
import { pluginsPath, usePlugins, usePluginText } from './use-plugins.ts'

interface Draft {
  readonly values: Readonly<Record<string, unknown>>
}

function SettingsForm({ settings, path }: { settings: PluginSettingsView; path: string }): ReactNode {
  const t = useT()
  const { fields, values, is_live, restart_pending } = settings
  const save = useMutate<Draft, PluginSettingsView>('PUT', path, { invalidates: [path], onFailed: () => undefined })
  const form = useForm<Draft>({
    values: useMemo(() => ({ values }), [values]),
    submit: (draft) => save.mutateAsync(draft),
    onSubmitted: () => void toast.success(t('pluginSettings.saved')),
  })
  const guard = useLeaveGuard(form.isDirty)
  return (
    <Form form={form} className="gap-4">
      {restart_pending && (
        <p role="note" className="flex items-start gap-2.5 rounded-md bg-warn/10 px-3 py-2.5 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          {t('pluginSettings.pending')}
        </p>
      )}
      <Card>
        <div className="flex max-w-2xl flex-col gap-4.5">
          <SchemaFields
            fields={fields}
            values={form.draft.values}
            stored={values}
            onValues={(changed) => form.set({ values: { ...changed } })}
            errorOf={(name) => form.error(`values.${name}`)}
          />
          <p className="text-faint text-xs">{t(is_live ? 'pluginSettings.live' : 'pluginSettings.restart')}</p>
        </div>
      </Card>
      <SaveBar>
        <Button disabled={!form.isDirty} onClick={form.reset}>
          {t('pluginSettings.discard')}
        </Button>
        <Button type="submit" variant="primary" busy={form.isSubmitting} disabled={!form.isDirty}>
          {t('pluginSettings.save')}
        </Button>
      </SaveBar>
      <LeaveDialog guard={guard} />
    </Form>
  )
}

/** The settings of a plugin that describes them with a schema. */
export default function PluginSettingsPage(): ReactNode {
  const t = useT()
  const text = usePluginText()
  const { id } = usePageParams(pluginSettingsPage)
  const path = `${pluginsPath}/${encodeURIComponent(id)}/settings`
  const { data, error, refetch } = useApi<PluginSettingsView>(path)
  const isNone = error instanceof ApiError && error.status === 404
  const plugin = usePlugins().data?.find((one) => one.id === id)
  const { title, description } = plugin ? text(plugin) : { title: id, description: '' }
  return (
    <>
      <PageHeader title={t('pluginSettings.of', { title })} description={description} />
      {data ? (
        <SettingsForm key={id} settings={data} path={path} />
      ) : (
        <Card flush={error !== null} aria-busy={error === null}>
          {isNone ? (
            <EmptyState
              icon={Settings2}
              title={t('pluginSettings.none')}
              description={t('pluginSettings.noneHint')}
              action={
                <Button asChild>
                  <PageLink page={pluginsPage}>{t('pluginSettings.toPlugins')}</PageLink>
                </Button>
              }
            />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-40 w-full max-w-2xl" />
          )}
        </Card>
      )}
    </>
  )
}
