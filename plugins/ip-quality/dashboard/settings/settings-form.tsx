import {
  Button,
  Card,
  Field,
  Form,
  Input,
  LeaveDialog,
  PasswordInput,
  SaveBar,
  Select,
  toast,
  useForm,
  useLeaveGuard,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { IpQualitySettings, IpQualitySettingsChange } from '@svc/plugin-ip-quality/contract'
import { type ReactNode, useMemo } from 'react'
import { settingsPath } from '../paths.ts'
import { changeOf, draftOf, hours, isInterval, none, type SettingsDraft } from './settings-draft.ts'

/** The interval, and who is asked about addresses. */
export function SettingsForm({ settings }: { settings: IpQualitySettings }): ReactNode {
  const t = useT()
  const save = useMutate<IpQualitySettingsChange, IpQualitySettings>('PUT', settingsPath, {
    invalidates: [settingsPath],
    onFailed: () => undefined,
  })
  const values = useMemo(() => draftOf(settings), [settings])
  const form = useForm<SettingsDraft>({
    values,
    validate: ({ interval }) => ({ interval: isInterval(interval) ? undefined : t('interval.range', hours) }),
    submit: (draft) => save.mutateAsync(changeOf(draft)),
    onSubmitted: () => {
      toast.success(t('settings.saved'))
      form.set({ keys: {}, removed: [] })
    },
  })
  const guard = useLeaveGuard(form.isDirty)
  const { draft } = form
  const { providers } = settings
  const chosen = providers.filter(
    ({ id }) => id === draft.provider || (draft.provider !== none && id === draft.fallback),
  )
  const options = (label: string, without?: string) => [
    <option key={none} value={none}>
      {label}
    </option>,
    ...providers
      .filter(({ id }) => id !== without)
      .map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      )),
  ]
  return (
    <Form form={form} className="gap-4">
      <Card title={t('interval.title')}>
        <div className="max-w-xs">
          <Field
            label={t('interval.label')}
            aside={t('interval.hours')}
            hint={t('interval.range', hours)}
            error={form.error('check_interval_hours', 'interval') ?? form.error('interval')}
          >
            <Input {...form.register('interval')} inputMode="numeric" maxLength={3} className="figures" />
          </Field>
        </div>
      </Card>
      <Card title={t('provider.title')} description={t('provider.lead')}>
        <div className="flex max-w-2xl flex-col gap-4.5">
          <div className="grid items-start gap-4.5 sm:grid-cols-2">
            <Field label={t('provider.label')} error={form.error('risk_provider', 'provider')}>
              <Select {...form.register('provider')}>{options(t('provider.none'))}</Select>
            </Field>
            {draft.provider !== none && (
              <Field label={t('provider.fallback')} error={form.error('risk_provider_fallback', 'fallback')}>
                <Select {...form.register('fallback')}>{options(t('provider.noFallback'), draft.provider)}</Select>
              </Field>
            )}
          </div>
          {chosen.length > 0 && (
            <p className="text-sm text-warn" role="note">
              {t('provider.consent', { names: chosen.map(({ name }) => name).join(', ') })}
            </p>
          )}
          {chosen
            .filter(({ is_encrypted }) => !is_encrypted)
            .map(({ id, name }) => (
              <p key={id} className="text-sm text-warn" role="note">
                {t('provider.plain', { name })}
              </p>
            ))}
          {chosen
            .filter(({ key }) => key !== 'none')
            .map(({ id, name, key, has_key }) => {
              const isRemoved = draft.removed.includes(id)
              const isStored = has_key && !isRemoved
              return (
                <div key={id} className="flex flex-col gap-1.5">
                  <Field
                    label={t('provider.key', { name })}
                    aside={t(`provider.${key}`)}
                    hint={t(isStored ? 'provider.keyStored' : 'provider.keyHint')}
                    error={form.error(`api_keys.${id}`, 'keys')}
                  >
                    <PasswordInput
                      value={draft.keys[id] ?? ''}
                      maxLength={500}
                      autoComplete="off"
                      placeholder={isStored ? '••••••••' : undefined}
                      onChange={({ target }) => form.set({ keys: { ...draft.keys, [id]: target.value } })}
                    />
                  </Field>
                  {isStored && (
                    <div>
                      <Button size="sm" onClick={() => form.set({ removed: [...draft.removed, id] })}>
                        {t('provider.removeKey')}
                      </Button>
                    </div>
                  )}
                </div>
              )
            })}
        </div>
      </Card>
      <SaveBar>
        <Button disabled={!form.isDirty} onClick={form.reset}>
          {t('settings.discard')}
        </Button>
        <Button type="submit" variant="primary" busy={form.isSubmitting} disabled={!form.isDirty}>
          {t('settings.save')}
        </Button>
      </SaveBar>
      <LeaveDialog guard={guard} />
    </Form>
  )
}
