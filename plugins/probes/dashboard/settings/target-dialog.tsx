import {
  Button,
  Field,
  FormDialog,
  fieldRules,
  InlineError,
  Input,
  toast,
  useErrorFocus,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { NetworkTarget, NetworkTargetInput } from '@svc/plugin-probes/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { targetsPath } from '../paths.ts'
import { ProbeFields } from '../targets/probe-fields.tsx'

const empty: NetworkTargetInput = { name: '', provider: '', location: '', target: '', probe_type: 'icmp' }

const inputOf = ({ name, provider, location, target, probe_type }: NetworkTarget): NetworkTargetInput => ({
  name,
  provider,
  location,
  target,
  probe_type,
})

const trimmed = (draft: NetworkTargetInput): NetworkTargetInput => ({
  name: draft.name.trim(),
  provider: draft.provider.trim(),
  location: draft.location.trim(),
  target: draft.target.trim(),
  probe_type: draft.probe_type,
})

/** Adds or edits a custom target. The server validates it. */
export function TargetDialog({ target, onClose }: { target?: NetworkTarget; onClose: () => void }): ReactNode {
  const t = useT()
  const [before] = useState(() => (target ? inputOf(target) : empty))
  const [draft, setDraft] = useState(before)
  const [tried, setTried] = useState(false)
  const path = target ? `${targetsPath}/${encodeURIComponent(target.id)}` : targetsPath
  const save = useMutate<NetworkTargetInput>(target ? 'PUT' : 'POST', path, {
    invalidates: ['/api/network-probes', '/api/servers'],
    onDone: () => {
      toast.success(t(target ? 'target.changed' : 'target.added'))
      onClose()
    },
    onFailed: () => undefined,
  })
  const rules = fieldRules(save.error, t)
  const { form, focusFirstError } = useErrorFocus(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const input = trimmed(draft)
    if (input.name && input.target) save.mutate(input)
    else focusFirstError()
  }
  const field = (name: 'name' | 'provider' | 'location') => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
    autoComplete: 'off',
    spellCheck: false,
  })
  const error = (name: 'name' | 'target') =>
    tried && !draft[name].trim() ? t('sdk:refusals.must not be empty') : rules[name]
  const isSame = same(draft, before)
  return (
    <FormDialog
      dirty={!isSame && !save.isSuccess}
      onClose={onClose}
      title={t(target ? 'target.edit' : 'target.add', { name: target?.name ?? '' })}
      action={
        <Button type="submit" form="network-target" variant="primary" busy={save.isPending}>
          {t(target ? 'target.save' : 'target.create')}
        </Button>
      }
    >
      <form ref={form} id="network-target" noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        <Field label={t('target.name')} error={error('name')}>
          <Input {...field('name')} maxLength={100} />
        </Field>
        <ProbeFields
          probe={draft}
          onChange={(patch) => setDraft({ ...draft, ...patch })}
          errors={{ probe_type: rules.probe_type, target: error('target') }}
        />
        <div className="grid gap-4.5 sm:grid-cols-2">
          <Field label={t('target.provider')} hint={t('target.optional')} error={rules.provider}>
            <Input {...field('provider')} maxLength={100} />
          </Field>
          <Field label={t('target.location')} hint={t('target.optional')} error={rules.location}>
            <Input {...field('location')} maxLength={100} />
          </Field>
        </div>
        {Object.keys(rules).length === 0 && <InlineError error={save.error} />}
      </form>
    </FormDialog>
  )
}

const same = (a: NetworkTargetInput, b: NetworkTargetInput) => JSON.stringify(trimmed(a)) === JSON.stringify(trimmed(b))
