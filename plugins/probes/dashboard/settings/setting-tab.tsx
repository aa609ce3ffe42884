import {
  Button,
  Card,
  Field,
  fieldRules,
  InlineError,
  Input,
  toast,
  useErrorFocus,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { NetworkSetting, NetworkTarget } from '@svc/plugin-probes/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { settingPath } from '../paths.ts'
import { TargetPicker } from '../targets/target-picker.tsx'
import { bounds, invalidFields, isDirty, type SettingDraft, settingOf } from './setting-draft.ts'

/** Probe settings, and default targets of new servers. */
export function SettingTab(props: {
  targets: readonly NetworkTarget[]
  setting: NetworkSetting
  draft: SettingDraft
  /** undefined: the saved settings */
  onDraft: (draft: SettingDraft | undefined) => void
}): ReactNode {
  const { targets, setting, draft, onDraft } = props
  const t = useT()
  const [tried, setTried] = useState(false)
  const save = useMutate<NetworkSetting, NetworkSetting>('PUT', settingPath, {
    invalidates: [settingPath],
    onDone: () => toast.success(t('setting.saved')),
    onFailed: () => undefined,
  })
  const { form, focusFirstError } = useErrorFocus(save.error)
  const rules = fieldRules(save.error, t)
  const wrong = tried ? invalidFields(draft) : []
  const changed = isDirty(draft, setting)
  const error = (field: 'interval' | 'packets', name: string) =>
    wrong.includes(field) ? t('setting.between', { ...bounds[field] }) : rules[name]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (invalidFields(draft).length === 0) {
      save.mutate(settingOf(draft), { onSuccess: () => onDraft(undefined) })
    }
    focusFirstError()
  }
  const number = (field: 'interval' | 'packets') => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => onDraft({ ...draft, [field]: event.target.value }),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    className: 'figures',
  })
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Card title={t('setting.rounds')} description={t('setting.roundsHint')}>
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <Field
            label={t('setting.interval')}
            hint={t('setting.intervalHint', { ...bounds.interval })}
            error={error('interval', 'interval')}
          >
            <Input {...number('interval')} />
          </Field>
          <Field
            label={t('setting.packets')}
            hint={t('setting.packetsHint', { ...bounds.packets })}
            error={error('packets', 'packet_count')}
          >
            <Input {...number('packets')} />
          </Field>
        </div>
      </Card>
      <Card title={t('setting.defaults')} description={t('setting.defaultsHint')}>
        <TargetPicker
          targets={targets}
          chosen={draft.defaults}
          onChosen={(defaults) => onDraft({ ...draft, defaults })}
        />
      </Card>
      <InlineError error={save.error} />
      <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center justify-end gap-2 bg-[color-mix(in_oklab,var(--canvas)_88%,transparent)] px-1 py-3 backdrop-blur-sm">
        <p role="status" className="mr-auto text-muted text-sm">
          {changed && t('setting.unsaved')}
        </p>
        <Button
          disabled={!changed}
          onClick={() => {
            setTried(false)
            save.reset()
            onDraft(undefined)
          }}
        >
          {t('setting.discard')}
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!changed}>
          {t('setting.save')}
        </Button>
      </div>
    </form>
  )
}
