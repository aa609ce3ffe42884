import {
  api,
  Checkbox,
  Dialog,
  ErrorState,
  Field,
  FormDialog,
  Input,
  Skeleton,
  toast,
  useApi,
  useForm,
  useInvalidate,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { type ReactNode, useState } from 'react'
import { parseTags } from '../add/draft.ts'
import { BillingSection } from '../server/billing-section.tsx'
import { groupsPath } from '../server/groups-path.ts'
import { errorsOfDraft, errorsOfServer, ProfileFields } from '../server/profile-fields.tsx'
import { resolveGroup } from '../server/resolve-group.ts'
import { CountryField } from './country-field.tsx'
import { changesOf, type Profile, problemsOf, profileOf } from './profile-change.ts'

/** Edits the profile of a server. */
export function EditDialog(props: {
  id: string
  /** whether to open at the billing section */
  billing?: boolean
  onClose: () => void
}): ReactNode {
  const { id, billing = false, onClose } = props
  const t = useT()
  const record = useApi<ServerRecord>(`/api/servers/${id}`, { staleTime: 0 })
  const tags = useApi<string[]>(`/api/servers/${id}/tags`, { staleTime: 0 })
  const error = record.error ?? tags.error
  const ready = record.data && tags.data && !record.isFetching && !tags.isFetching
  const [loaded, setLoaded] = useState<{ record: ServerRecord; tags: readonly string[] }>()
  if (!loaded && ready) setLoaded({ record: record.data, tags: tags.data })
  const title = t('edit.title', { name: loaded?.record.name ?? record.data?.name ?? '' })
  if (loaded) return <Editor {...loaded} billing={billing} title={title} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void record.refetch()
            void tags.refetch()
          }}
        />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  )
}

function Editor(props: {
  record: ServerRecord
  tags: readonly string[]
  billing: boolean
  title: string
  onClose: () => void
}) {
  const { record, tags, billing, title, onClose } = props
  const t = useT()
  const invalidate = useInvalidate()
  const [before] = useState(() => profileOf(record, tags))
  const save = async (after: Profile) => {
    try {
      const changes = changesOf(before, after, await resolveGroup(after))
      if (Object.keys(changes).length > 0) await api('PUT', `/api/servers/${record.id}`, changes)
      const newTags = parseTags(after.tags)
      if (newTags.join() !== tags.join()) await api('PUT', `/api/servers/${record.id}/tags`, { tags: newTags })
    } finally {
      await invalidate('/api/servers', groupsPath)
    }
  }
  const form = useForm<Profile>({
    values: before,
    validate: (profile) => errorsOfDraft(profile, problemsOf(profile), t),
    submit: save,
    onSubmitted: () => {
      toast.success(t('edit.saved'))
      onClose()
    },
    errorsOf: (error) => errorsOfServer(error, t),
  })
  return (
    <FormDialog form={form} submit={t('edit.save')} onClose={onClose} title={title}>
      <ProfileFields form={form} />
      <div className="grid gap-4.5 md:grid-cols-2">
        <CountryField
          value={form.draft.country}
          onChange={(country) => form.set({ country })}
          detected={record.geo_manual ? null : record.country_code}
          error={form.error('country')}
        />
        <Field label={t('profile.weight')} hint={t('profile.weightHint')} error={form.error('weight')}>
          <Input {...form.register('weight')} inputMode="numeric" className="figures" />
        </Field>
      </div>
      <BillingSection form={form} open={billing} />
      <Checkbox label={t('profile.hidden')} hint={t('profile.hiddenHint')} {...form.register('hidden')} />
    </FormDialog>
  )
}
