import {
  type Brand,
  Button,
  Card,
  ErrorState,
  Field,
  Form,
  Input,
  Skeleton,
  Textarea,
  toast,
  useApi,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import { ImageField } from './image-field.tsx'

const brandPath = '/api/settings/brand'

/** Title, footer, logo and favicon of this installation. */
export function BrandCard(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<Brand>(brandPath)
  return (
    <Card title={t('appearance.title')} description={t('appearance.lead')}>
      {data ? (
        <div className="flex flex-col gap-6">
          <BrandForm brand={data} />
          <div className="flex flex-col gap-5 border-t pt-5">
            <ImageField brand={data} name="logo" />
            <ImageField brand={data} name="favicon" />
          </div>
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Card>
  )
}

interface Draft {
  readonly site_title: string
  readonly footer_text: string
}

function BrandForm({ brand }: { brand: Brand }) {
  const t = useT()
  const save = useMutate<Draft, Brand>('PUT', brandPath, {
    body: (draft) => ({ ...brand, ...draft }),
    invalidates: [brandPath],
    onFailed: () => undefined,
  })
  const { site_title, footer_text } = brand
  const values = useMemo(
    () => ({ site_title: site_title ?? '', footer_text: footer_text ?? '' }),
    [site_title, footer_text],
  )
  const form = useForm<Draft>({
    values,
    submit: (draft) => save.mutateAsync(draft),
    onSubmitted: () => void toast.success(t('appearance.saved')),
  })
  return (
    <Form form={form} className="gap-4.5">
      <Field
        label={t('appearance.siteTitle')}
        aside={t('appearance.optional')}
        hint={t('appearance.siteTitleHint')}
        error={form.error('site_title')}
      >
        <Input {...form.register('site_title')} maxLength={64} autoComplete="off" placeholder="svc" />
      </Field>
      <Field
        label={t('appearance.footer')}
        aside={t('appearance.optional')}
        hint={t('appearance.footerHint')}
        error={form.error('footer_text')}
      >
        <Textarea {...form.register('footer_text')} maxLength={512} rows={2} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={form.isSubmitting} disabled={!form.isDirty}>
          {t('appearance.save')}
        </Button>
      </div>
    </Form>
  )
}
