import { ErrorState, Field, FormDialog, Input, Skeleton, toast, useForm, useMutate, useT } from '@svc/dashboard-sdk'
import type { Group, GroupInput } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { fieldErrors, translated } from '../parts/field-errors.ts'
import { groupsPath, itemPath } from '../paths.ts'
import { ChannelOrder } from './channel-order.tsx'
import { findGroupProblems, type GroupDraft, toBuiltInInput, toGroupDraft, toGroupInput } from './group-draft.ts'
import { GroupingFields } from './grouping-fields.tsx'
import { useChannels, useGroups } from './use-notifications.ts'

/** Adds or edits a notification group. */
export function GroupDialog(props: {
  group?: Group
  onSaved?: (group: Group) => void
  onClose: () => void
}): ReactNode {
  const { group, onSaved, onClose } = props
  const t = useT()
  const channels = useChannels()
  const save = useMutate<Partial<GroupInput>, Group>(
    group ? 'PUT' : 'POST',
    group ? itemPath(groupsPath, group.id) : groupsPath,
    { invalidates: [groupsPath], onFailed: () => undefined },
  )
  const others = useGroups().data?.filter(({ id }) => id !== group?.id) ?? []
  const form = useForm<GroupDraft, Group>({
    values: toGroupDraft(group),
    validate: (draft) => translated(findGroupProblems(draft), t),
    submit: (draft) => save.mutateAsync(group?.built_in ? toBuiltInInput(draft) : toGroupInput(draft)),
    errorsOf: (error) => fieldErrors(error, 'notification_ids', t),
    onSubmitted: (saved) => {
      toast.success(t(group ? 'group.saved' : 'group.added', { name: saved.name }))
      onSaved?.(saved)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      submit={t(group ? 'action.save' : 'group.create')}
      onClose={onClose}
      title={group ? t('group.editTitle', { name: group.built_in ? t('group.all') : group.name }) : t('group.addTitle')}
      description={t(group?.built_in ? 'group.allHint' : 'group.lead')}
    >
      {!group?.built_in && (
        <>
          <Field label={t('group.name')} error={form.error('name')}>
            <Input {...form.register('name')} maxLength={100} autoComplete="off" spellCheck={false} />
          </Field>
          {channels.data ? (
            <ChannelOrder
              channels={channels.data}
              chosen={form.draft.notification_ids}
              onChosen={(ids) => form.set({ notification_ids: [...ids] })}
              error={form.error('notification_ids')}
            />
          ) : channels.error ? (
            <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
          ) : (
            <Skeleton className="h-32" />
          )}
        </>
      )}
      <GroupingFields form={form} others={others} />
    </FormDialog>
  )
}
