import {
  Button,
  Card,
  Checkbox,
  Field,
  Form,
  Input,
  LeaveDialog,
  toast,
  useForm,
  useLeaveGuard,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { draftOf, inputOf, type PreferencesDraft } from './preferences-draft.ts'
import { categories, type PreferencesView, webPushPath } from './push-view.ts'

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the user is notified of, and when not. */
export function PreferencesCard(props: { preferences: PreferencesView; available: readonly string[] }): ReactNode {
  const { preferences, available } = props
  const t = useT()
  const save = useMutate<PreferencesView>('PUT', `${webPushPath}/preferences`, {
    invalidates: [webPushPath],
    onFailed: () => undefined,
  })
  const form = useForm<PreferencesDraft>({
    values: draftOf(preferences),
    submit: (draft) => save.mutateAsync(inputOf(draft, timeZone())),
    onSubmitted: () => toast.success(t('preferences.saved')),
  })
  const guard = useLeaveGuard(form.isDirty)
  return (
    <Card title={t('preferences.title')} description={t('preferences.lead')}>
      <Form form={form}>
        <div className="flex flex-col items-start gap-3">
          {categories
            .filter((one) => available.includes(one))
            .map((one) => (
              <Checkbox
                key={one}
                label={t(`preferences.${one}`)}
                hint={t(`preferences.${one}Hint`)}
                {...form.register(one)}
              />
            ))}
        </div>
        <div className="flex flex-col items-start gap-3 border-t pt-4">
          <Checkbox
            label={t('preferences.quiet')}
            hint={t('preferences.quietHint', { zone: timeZone() })}
            {...form.register('has_quiet_hours')}
          />
          {form.draft.has_quiet_hours && (
            <div className="grid grid-cols-2 gap-3 pl-6.5">
              <Field label={t('preferences.from')} error={form.error('quiet_from', 'from')}>
                <Input {...form.register('from')} type="time" />
              </Field>
              <Field label={t('preferences.to')} error={form.error('quiet_to', 'to')}>
                <Input {...form.register('to')} type="time" />
              </Field>
            </div>
          )}
        </div>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={!form.isDirty || form.isSubmitting}>
            {t('preferences.save')}
          </Button>
          {form.isDirty && <Button onClick={form.reset}>{t('preferences.discard')}</Button>}
        </div>
      </Form>
      <LeaveDialog guard={guard} />
    </Card>
  )
}
