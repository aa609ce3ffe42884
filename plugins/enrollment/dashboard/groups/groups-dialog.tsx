import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  FailureNote,
  Field,
  fieldRules,
  Input,
  Skeleton,
  useMutate,
  useServers,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { Folder, Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { groupsPath, useGroups } from '../server/use-groups.js'
import { GroupEntry } from './group-entry.js'

const membership = (servers: readonly ServerStatus[]) => servers.map((server) => server.group_id)

/** Creates, renames and deletes groups. */
export function GroupsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const { groups, failure, retry, loading } = useGroups()
  const memberOf = useServers(membership)
  const sizes = useMemo(() => {
    const counts = new Map<string | null, number>()
    for (const id of memberOf) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }, [memberOf])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('groups.title')}
      description={t('groups.description')}
    >
      <div className="flex flex-col gap-5">
        <NewGroup />
        {loading ? (
          <Skeleton className="h-24" />
        ) : failure && groups.length === 0 ? (
          <ErrorState failure={failure} onRetry={() => void retry()} />
        ) : groups.length === 0 ? (
          <EmptyState icon={Folder} title={t('groups.empty')} description={t('groups.emptyHint')} />
        ) : (
          <ul className="divide-y divide-line rounded-md ring-1 ring-line ring-inset">
            {groups.map((group) => (
              <GroupEntry key={group.id} group={group} servers={sizes.get(group.id) ?? 0} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function NewGroup() {
  const t = useT()
  const [name, setName] = useState('')
  const create = useMutate<{ name: string }>('POST', groupsPath, {
    invalidates: [groupsPath],
    onDone: () => setName(''),
    onFailed: () => undefined,
  })
  const rule = fieldRules(create.error).name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) create.mutate({ name: name.trim() })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={t('groups.new')} error={rule}>
        <div className="flex gap-2">
          <GroupNameInput value={name} onChange={setName} />
          <Button type="submit" busy={create.isPending} disabled={!name.trim()} className="h-9">
            <Plus aria-hidden />
            {t('groups.create')}
          </Button>
        </div>
      </Field>
      {create.error && !rule && <FailureNote failure={create.error} />}
    </form>
  )
}

const GroupNameInput = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => (
  <Input value={value} onChange={(event) => onChange(event.target.value)} maxLength={128} autoComplete="off" />
)
