import { Field, FormDialog, Input, toast, useForm, useMutate, useT } from '@svc/dashboard-sdk'
import type { NetworkTarget, NetworkTargetInput } from '@svc/plugin-probes/contract'
import type { ReactNode } from 'react'
import { targetsPath } from '../paths.ts'
import { ProbeFields } from '../targets/probe-fields.tsx'

const empty: NetworkTargetInput = { name: '', provider: '', location: '', target: '', probe_type: 'icmp' }

const draftOf = ({ name, provider, location, target, probe_type }: NetworkTarget): NetworkTargetInput => ({
  name,
  provider,
  location,
  target,
  probe_type,
})

const inputOf = (draft: NetworkTargetInput): NetworkTargetInput => ({
  name: draft.name.trim(),
  provider: draft.provider.trim(),
  location: draft.location.trim(),
  target: draft.target.trim(),
  probe_type: draft.probe_type,
})

/** Adds or edits a custom target. The server validates it. */
export function TargetDialog({ target, onClose }: { target?: NetworkTarget; onClose: () => void }): ReactNode {
  const t = useT()
  const save = useMutate<NetworkTargetInput>(
    target ? 'PUT' : 'POST',
    target ? `${targetsPath}/${encodeURIComponent(target.id)}` : targetsPath,
    { invalidates: ['/api/network-probes', '/api/servers'], onFailed: () => undefined },
  )
  const required = (text: string) => (text.trim() ? undefined : t('sdk:rules.empty'))
  const form = useForm<NetworkTargetInput>({
    values: target ? draftOf(target) : empty,
    validate: (draft) => ({ name: required(draft.name), target: required(draft.target) }),
    submit: (draft) => save.mutateAsync(inputOf(draft)),
    onSubmitted: () => {
      toast.success(t(target ? 'target.changed' : 'target.added'))
      onClose()
    },
  })
  const text = (name: 'name' | 'provider' | 'location') => (
    <Input {...form.register(name)} maxLength={100} autoComplete="off" spellCheck={false} />
  )
  return (
    <FormDialog
      form={form}
      submit={t(target ? 'target.save' : 'target.create')}
      onClose={onClose}
      title={t(target ? 'target.edit' : 'target.add', { name: target?.name ?? '' })}
    >
      <Field label={t('target.name')} error={form.error('name')}>
        {text('name')}
      </Field>
      <ProbeFields
        probe={form.draft}
        onChange={form.set}
        errors={{ probe_type: form.error('probe_type'), target: form.error('target') }}
      />
      <div className="grid gap-4.5 sm:grid-cols-2">
        <Field label={t('target.provider')} hint={t('target.optional')} error={form.error('provider')}>
          {text('provider')}
        </Field>
        <Field label={t('target.location')} hint={t('target.optional')} error={form.error('location')}>
          {text('location')}
        </Field>
      </div>
    </FormDialog>
  )
}
