import {
  Button,
  Card,
  ErrorState,
  Field,
  Form,
  Input,
  Skeleton,
  Stat,
  Textarea,
  toast,
  useApi,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { GeneralSettings } from '@svc/plugin-system/contract'
import { type ReactNode, useMemo } from 'react'

const settingsPath = '/api/settings'

/** Name and description of this installation, and its version. */
export function SiteCard(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<GeneralSettings>(settingsPath)
  const about = useApi<{ readonly version: string }>('/api/about')
  return (
    <Card title={t('general.site')}>
      {data ? (
        <SettingsForm settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
      <dl className="mt-5 border-t pt-4">
        <Stat label={t('general.version')}>{about.data?.version ?? '–'}</Stat>
      </dl>
    </Card>
  )
}

interface Draft {
  readonly site_name: string
  readonly site_description: string
}

function SettingsForm({ settings }: { settings: GeneralSettings }) {
  const t = useT()
  const save = useMutate<Draft, GeneralSettings>('PUT', settingsPath, {
    invalidates: [settingsPath],
    onFailed: () => undefined,
  })
  const { site_name, site_description } = settings
  const values = useMemo(
    () => ({ site_name: site_name ?? '', site_description: site_description ?? '' }),
    [site_name, site_description],
  )
  const form = useForm<Draft>({
    values,
    submit: (draft) => save.mutateAsync(draft),
    onSubmitted: () => void toast.success(t('general.saved')),
  })
  return (
    <Form form={form} className="gap-4.5">
      <Field
        label={t('general.name')}
        aside={t('appearance.optional')}
        hint={t('general.nameHint')}
        error={form.error('site_name')}
      >
        <Input {...form.register('site_name')} maxLength={64} autoComplete="off" placeholder="svc" />
      </Field>
      <Field
        label={t('general.description')}
        aside={t('appearance.optional')}
        hint={t('general.descriptionHint')}
        error={form.error('site_description')}
      >
        <Textarea {...form.register('site_description')} maxLength={512} rows={3} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={form.isSubmitting} disabled={!form.isDirty}>
          {t('appearance.save')}
        </Button>
      </div>
    </Form>
  )
}
