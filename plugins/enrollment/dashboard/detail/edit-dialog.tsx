import {
  api,
  Button,
  Dialog,
  ErrorState,
  FormDialog,
  InlineError,
  Skeleton,
  toast,
  useApi,
  useInvalidate,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { type ReactNode, useState } from 'react'
import { parseTags } from '../add/draft.ts'
import { billingProblems } from '../server/billing.ts'
import { resolveGroup } from '../server/resolve-group.ts'
import { groupsPath } from '../server/use-groups.ts'
import { useRequest } from '../server/use-request.ts'
import { EditForm } from './edit-form.tsx'
import { changesOf, isDirty, type Profile, problemsOf, profileOf } from './profile-change.ts'

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
  const { run, busy, error } = useRequest()
  const invalidate = useInvalidate()
  const [before] = useState(() => profileOf(record, tags))
  const [profile, setProfile] = useState(before)
  const [submitted, setSubmitted] = useState(false)
  const problems = problemsOf(profile)
  const save = async (after: Profile) => {
    setSubmitted(true)
    if (Object.keys({ ...problems, ...billingProblems(after.billing) }).length > 0) return
    const saved = await run(async () => {
      const changes = changesOf(before, after, await resolveGroup(after))
      if (Object.keys(changes).length > 0) await api('PUT', `/api/servers/${record.id}`, changes)
      const newTags = parseTags(after.tags)
      if (newTags.join() !== tags.join()) await api('PUT', `/api/servers/${record.id}/tags`, { tags: newTags })
      return true
    })
    await invalidate('/api/servers', groupsPath)
    if (!saved) return
    toast.success(t('edit.saved'))
    onClose()
  }
  return (
    <FormDialog
      dirty={isDirty(before, profile)}
      onClose={onClose}
      title={title}
      action={
        <Button type="submit" form="edit-server" variant="primary" busy={busy}>
          {t('edit.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4.5">
        <EditForm
          id="edit-server"
          profile={profile}
          onProfile={setProfile}
          onSubmit={() => void save(profile)}
          problems={submitted ? problems : {}}
          submitted={submitted}
          error={error}
          record={record}
          billingOpen={billing}
        />
        <InlineError error={error} />
      </div>
    </FormDialog>
  )
}
