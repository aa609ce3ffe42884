import {
  ApiError,
  api,
  Button,
  EmptyState,
  ErrorState,
  errorText,
  Field,
  Form,
  Input,
  Skeleton,
  toast,
  useForm,
  useInvalidate,
  useMutate,
  useServers,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { Folder, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { groupsPath } from '../server/groups-path.ts'
import { useGroups } from '../server/use-groups.ts'
import { GroupEntry } from './group-entry.tsx'
import { weightsAfterMove } from './group-weights.ts'

const membership = (servers: readonly ServerStatus[]) => servers.map((server) => server.group_id)

/** Creates, renames, orders and deletes groups. */
export function GroupsPanel(): ReactNode {
  const t = useT()
  const { groups, error, retry, loading } = useGroups()
  const invalidate = useInvalidate()
  const [moving, setMoving] = useState(false)
  // There is no live message when someone else changes a group without servers.
  useEffect(() => void invalidate(groupsPath), [invalidate])
  const memberOf = useServers(membership)
  const sizes = useMemo(() => {
    const counts = new Map<string | null, number>()
    for (const id of memberOf) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }, [memberOf])
  const move = async (from: number, to: number) => {
    setMoving(true)
    try {
      for (const { id, weight } of weightsAfterMove(groups, from, to)) {
        await api('PUT', `${groupsPath}/${id}`, { weight })
      }
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      toast.error(errorText(cause, t))
    }
    await invalidate(groupsPath)
    setMoving(false)
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted text-sm">{t('groups.description')}</p>
      <NewGroup />
      {loading ? (
        <Skeleton className="h-24" />
      ) : error && groups.length === 0 ? (
        <ErrorState error={error} onRetry={() => void retry()} />
      ) : groups.length === 0 ? (
        <EmptyState icon={Folder} title={t('groups.empty')} description={t('groups.emptyHint')} />
      ) : (
        <ul className="divide-y divide-line rounded-md ring-1 ring-line ring-inset">
          {groups.map((group, index) => (
            <GroupEntry
              key={group.id}
              group={group}
              servers={sizes.get(group.id) ?? 0}
              onUp={index > 0 ? () => void move(index, index - 1) : undefined}
              onDown={index < groups.length - 1 ? () => void move(index, index + 1) : undefined}
              moving={moving}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function NewGroup() {
  const t = useT()
  const create = useMutate<{ name: string }>('POST', groupsPath, {
    invalidates: [groupsPath],
    onFailed: () => undefined,
  })
  const form = useForm({
    values: { name: '' },
    submit: ({ name }) => create.mutateAsync({ name: name.trim() }),
    onSubmitted: () => form.startOver({ name: '' }),
  })
  return (
    <Form form={form} className="gap-3">
      <Field label={t('groups.new')} error={form.error('name')}>
        <div className="flex gap-2">
          <Input {...form.register('name')} maxLength={128} autoComplete="off" />
          <Button type="submit" busy={form.isSubmitting} disabled={!form.draft.name.trim()} className="h-9">
            <Plus aria-hidden />
            {t('groups.create')}
          </Button>
        </div>
      </Field>
    </Form>
  )
}
