import {
  Button,
  Card,
  Checkbox,
  Field,
  Form,
  type FormState,
  Input,
  Notice,
  SaveBar,
  Segmented,
  Switch,
  Textarea,
  toast,
  useForm,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { StatusPage, StatusPageUpdate } from '@svc/plugin-status/contract'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { settingsPath } from '../paths.ts'
import { LogoField } from './logo-field.tsx'
import { MonitorsField } from './monitors-field.tsx'
import { Preview } from './preview.tsx'
import { ServersField } from './servers-field.tsx'
import { draftErrors, type SettingsDraft, toDraft, toInput } from './settings-draft.ts'
import type { Unsaved } from './settings-tab.tsx'

/** The form of the configuration with a live preview of the draft. */
export default function SettingsForm({ page, unsaved, onUnsaved }: { page: StatusPage } & Unsaved): ReactNode {
  const t = useT()
  const save = useMutate<StatusPageUpdate, StatusPage>('PUT', settingsPath, {
    invalidates: [settingsPath],
    onFailed: () => undefined,
  })
  const values = useMemo(() => toDraft(page), [page])
  const form = useForm<SettingsDraft>({
    values,
    validate: (draft) =>
      Object.fromEntries(Object.entries(draftErrors(draft)).map(([field, error]) => [field, t(error)])),
    submit: (draft) => save.mutateAsync(toInput(draft)),
    onSubmitted: () => void toast.success(t('settings.saved')),
  })
  const { draft, isDirty } = form
  const [restored] = useState(unsaved)
  const restore = useEffectEvent(() => restored && form.set(restored))
  useEffect(() => void restore(), [])
  const keep = useEffectEvent(() => onUnsaved(isDirty ? draft : undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is kept when it becomes dirty, clean, or leaves the screen
  useEffect(() => {
    keep()
    return () => keep()
  }, [isDirty])
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Form form={form} className="gap-5">
        {!draft.enabled && <Notice icon={EyeOff} title={t('settings.off')} detail={t('settings.offHint')} />}
        <Card title={t('settings.general')}>
          <div className="flex flex-col gap-4.5">
            <div className="flex items-center justify-between gap-4">
              <div>
                <p className="font-medium text-sm">{t('settings.enabled')}</p>
                <p className="text-faint text-xs">{t('settings.enabledHint')}</p>
              </div>
              <Switch
                label={t('settings.enabled')}
                checked={draft.enabled}
                onChange={(enabled) => form.set({ enabled })}
              />
            </div>
            <Field label={t('incident.name')} error={form.error('title')}>
              <Input {...form.register('title')} maxLength={200} autoComplete="off" />
            </Field>
            <Field label={t('settings.description')} aside={t('incident.optional')} error={form.error('description')}>
              <Textarea {...form.register('description')} rows={2} maxLength={2000} />
            </Field>
            <Field
              label={t('settings.content')}
              aside={t('incident.optional')}
              hint={t('settings.contentHint')}
              error={form.error('content')}
            >
              <Textarea {...form.register('content')} rows={4} maxLength={20_000} />
            </Field>
          </div>
        </Card>
        <Card title={t('settings.shown')}>
          <div className="flex flex-col gap-4.5">
            <ServersField
              scope={draft.scope}
              servers={draft.servers}
              onChange={form.set}
              error={form.error('server_ids', 'servers')}
            />
            <MonitorsField
              chosen={draft.monitors}
              onChosen={(monitors) => form.set({ monitors })}
              error={form.error('monitor_ids', 'monitors')}
            />
            <Sections form={form} />
          </div>
        </Card>
        <Card title={t('settings.look')}>
          <Look form={form} page={page} />
        </Card>
        <Card title={t('settings.reach')}>
          <Reach form={form} />
        </Card>
        <SaveBar>
          <Button disabled={!isDirty} onClick={form.reset}>
            {t('settings.discard')}
          </Button>
          <Button type="submit" variant="primary" busy={form.isSubmitting} disabled={!isDirty}>
            {t('incident.save')}
          </Button>
        </SaveBar>
      </Form>
      <Preview draft={draft} />
    </div>
  )
}

function Sections({ form }: { form: FormState<SettingsDraft> }) {
  const t = useT()
  const sections = ['showServerDetail', 'showIncidents', 'showMaintenance', 'showNetwork', 'showIpQuality'] as const
  return (
    <fieldset className="grid gap-2.5 sm:grid-cols-2">
      <legend className="mb-2 font-medium text-sm">{t('settings.sections')}</legend>
      {sections.map((section) => (
        <Checkbox key={section} label={t(`settings.${section}`)} {...form.register(section)} />
      ))}
    </fieldset>
  )
}

function Look({ form, page }: { form: FormState<SettingsDraft>; page: StatusPage }) {
  const t = useT()
  const { draft } = form
  return (
    <div className="flex flex-col gap-4.5">
      <div className="flex flex-col items-start gap-1.5">
        <span className="font-medium text-sm" aria-hidden>
          {t('settings.layout')}
        </span>
        <div>
          <Segmented
            label={t('settings.layout')}
            value={draft.layout}
            onChange={(layout) => form.set({ layout })}
            options={(['grid', 'list'] as const).map((value) => ({ value, label: t(`settings.layouts.${value}`) }))}
          />
        </div>
      </div>
      <LogoField page={page} logo={draft.logo} onLogo={(logo) => form.set({ logo })} error={form.error('logo')} />
      <Field
        label={t('settings.accent')}
        aside={t('incident.optional')}
        hint={t('settings.accentHint')}
        error={form.error('accent_color', 'accent')}
      >
        <Input {...form.register('accent')} placeholder="#0e7490" maxLength={7} spellCheck={false} autoComplete="off" />
      </Field>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <Field
          label={t('settings.yellow')}
          hint={t('settings.yellowHint')}
          error={form.error('uptime_yellow_threshold', 'yellow')}
        >
          <Input {...form.register('yellow')} inputMode="decimal" />
        </Field>
        <Field label={t('settings.red')} hint={t('settings.redHint')} error={form.error('uptime_red_threshold', 'red')}>
          <Input {...form.register('red')} inputMode="decimal" />
        </Field>
      </div>
    </div>
  )
}

function Reach({ form }: { form: FormState<SettingsDraft> }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-4.5">
      <Checkbox label={t('settings.noindex')} hint={t('settings.noindexHint')} {...form.register('noindex')} />
      <Field
        label={t('settings.publicUrl')}
        aside={t('incident.optional')}
        hint={t('settings.publicUrlHint')}
        error={form.error('public_url', 'publicUrl')}
      >
        <Input {...form.register('publicUrl')} type="url" placeholder="https://status.example.com" maxLength={500} />
      </Field>
      <Checkbox
        label={t('settings.allowSubscriptions')}
        hint={t('settings.allowSubscriptionsHint')}
        {...form.register('allowSubscriptions')}
      />
      {form.draft.allowSubscriptions && (
        <Field
          label={t('settings.mailFrom')}
          aside={t('incident.optional')}
          hint={t('settings.mailFromHint')}
          error={form.error('mail_from', 'mailFrom')}
        >
          <Input {...form.register('mailFrom')} type="email" placeholder="status@example.com" maxLength={254} />
        </Field>
      )}
    </div>
  )
}
