import {
  Button,
  ErrorState,
  Field,
  FormDialog,
  InlineError,
  Input,
  Skeleton,
  toast,
  useErrorFocus,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { Group, GroupInput } from '@svc/plugin-alerts/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldErrors } from '../parts/field-errors.ts'
import { groupsPath, itemPath } from '../paths.ts'
import { ChannelOrder } from './channel-order.tsx'
import { useChannels } from './use-notifications.ts'

/** Adds or edits a notification group. */
export function GroupDialog(props: {
  group?: Group
  onSaved?: (group: Group) => void
  onClose: () => void
}): ReactNode {
  const { group, onSaved, onClose } = props
  const t = useT()
  const channels = useChannels()
  const [name, setName] = useState(group?.name ?? '')
  const [ids, setIds] = useState<readonly string[]>(group?.notification_ids ?? [])
  const [isSubmitted, setSubmitted] = useState(false)
  const save = useMutate<GroupInput, Group>(
    group ? 'PUT' : 'POST',
    group ? itemPath(groupsPath, group.id) : groupsPath,
    {
      invalidates: [groupsPath],
      onDone: (saved) => {
        toast.success(t(group ? 'group.saved' : 'group.added', { name: saved.name }))
        onSaved?.(saved)
        onClose()
      },
      onFailed: () => undefined,
    },
  )
  const { form, focusFirstError } = useErrorFocus(save.error)
  const errors = fieldErrors(save.error, t)
  const nameError = isSubmitted && name.trim() === '' ? t('problem.name') : errors.name
  const channelError = Object.entries(errors).find(([field]) => field.startsWith('notification_ids'))?.[1]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form may be nested in the rule dialog.
    event.stopPropagation()
    setSubmitted(true)
    if (name.trim() === '') focusFirstError()
    else save.mutate({ name: name.trim(), notification_ids: [...ids] })
  }
  const dirty = name !== (group?.name ?? '') || ids.join() !== (group?.notification_ids ?? []).join()
  return (
    <FormDialog
      dirty={dirty && !save.isSuccess}
      onClose={onClose}
      title={group ? t('group.editTitle', { name: group.name }) : t('group.addTitle')}
      description={t('group.lead')}
      action={
        <Button type="submit" form="notification-group" variant="primary" busy={save.isPending}>
          {t(group ? 'action.save' : 'group.create')}
        </Button>
      }
    >
      <form ref={form} id="notification-group" onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label={t('group.name')} error={nameError}>
          <Input
            value={name}
            onChange={({ target }) => setName(target.value)}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        {channels.data ? (
          <ChannelOrder channels={channels.data} chosen={ids} onChosen={setIds} error={channelError} />
        ) : channels.error ? (
          <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
        ) : (
          <Skeleton className="h-32" />
        )}
        {!nameError && !channelError && <InlineError error={save.error} />}
      </form>
    </FormDialog>
  )
}
