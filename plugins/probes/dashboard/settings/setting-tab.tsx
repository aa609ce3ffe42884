import { Button, Card, Field, Form, type FormState, Input, SaveBar, useT } from '@svc/dashboard-sdk'
import type { NetworkTarget } from '@svc/plugin-probes/contract'
import type { ReactNode } from 'react'
import { TargetPicker } from '../targets/target-picker.tsx'
import { bounds, type SettingDraft } from './setting-draft.ts'

/** Probe settings, and default targets of new servers. */
export function SettingTab(props: {
  targets: readonly NetworkTarget[]
  form: FormState<SettingDraft>
  dirty: boolean
}): ReactNode {
  const { targets, form, dirty } = props
  const t = useT()
  const { default_target_ids } = form.draft
  const error = form.error('default_target_ids')
  const number = (field: 'interval' | 'packet_count') => (
    <Input {...form.register(field)} inputMode="numeric" autoComplete="off" className="figures" />
  )
  return (
    <Form form={form} className="gap-4">
      <Card title={t('setting.rounds')} description={t('setting.roundsHint')}>
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <Field
            label={t('setting.interval')}
            hint={t('setting.intervalHint', bounds.interval)}
            error={form.error('interval')}
          >
            {number('interval')}
          </Field>
          <Field
            label={t('setting.packets')}
            hint={t('setting.packetsHint', bounds.packet_count)}
            error={form.error('packet_count')}
          >
            {number('packet_count')}
          </Field>
        </div>
      </Card>
      <Card title={t('setting.defaults')} description={t('setting.defaultsHint')}>
        <TargetPicker
          targets={targets}
          chosen={new Set(default_target_ids)}
          onChosen={(chosen) => form.set({ default_target_ids: [...chosen] })}
        />
        {error && (
          <p role="alert" className="mt-2 text-danger text-xs">
            {error}
          </p>
        )}
      </Card>
      <SaveBar>
        <p role="status" className="mr-auto text-muted text-sm">
          {dirty && t('setting.unsaved')}
        </p>
        <Button disabled={!dirty} onClick={form.reset}>
          {t('setting.discard')}
        </Button>
        <Button type="submit" variant="primary" busy={form.isSubmitting} disabled={!dirty}>
          {t('setting.save')}
        </Button>
      </SaveBar>
    </Form>
  )
}
