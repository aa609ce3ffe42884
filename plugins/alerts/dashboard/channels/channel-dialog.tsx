import { type ApiError, Button, FormDialog, toast, useMutate, useT } from '@svc/dashboard-sdk'
import type { Channel, ChannelInput, ChannelTypeView } from '@svc/plugin-alerts/contract'
import { SendHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { channelsPath, deliveriesPath, itemPath } from '../paths.ts'
import { ChannelForm } from './channel-form.tsx'
import { useHasForm } from './config-form.tsx'
import { TestResult } from './test-dialog.tsx'

type Draft = Required<ChannelInput>

/** Adds or edits a channel. The draft can be tested before it is saved. */
export function ChannelDialog(props: {
  channel?: Channel
  types: readonly ChannelTypeView[]
  onClose: () => void
}): ReactNode {
  const { channel, types, onClose } = props
  const t = useT()
  const hasForm = useHasForm()
  const [start] = useState(
    (): Draft => ({
      name: channel?.name ?? '',
      notify_type: channel?.notify_type ?? types.find(({ type }) => hasForm(type))?.type ?? '',
      config_json: channel?.config ?? {},
      enabled: channel?.enabled ?? true,
    }),
  )
  const [draft, setDraft] = useState(start)
  // of the last save or test
  const [failure, setFailure] = useState<ApiError | null>(null)
  const save = useMutate<Draft, Channel>(
    channel ? 'PUT' : 'POST',
    channel ? itemPath(channelsPath, channel.id) : channelsPath,
    {
      invalidates: [channelsPath],
      onDone: ({ name }) => {
        toast.success(t(channel ? 'channel.saved' : 'channel.added', { name }))
        onClose()
      },
      onFailed: setFailure,
    },
  )
  const test = useMutate<Draft>('POST', `${channelsPath}/test`, {
    body: (draft) => ({ ...draft, ...(channel ? { id: channel.id } : {}) }),
    invalidates: [deliveriesPath],
    onDone: () => setFailure(null),
    onFailed: setFailure,
  })
  const change = (next: Draft) => {
    setDraft(next)
    if (!test.isPending) test.reset()
  }
  const dirty = JSON.stringify(draft) !== JSON.stringify(start)
  const canEdit = hasForm(draft.notify_type)
  const trimmedDraft = (): Draft => ({ ...draft, name: draft.name.trim() })
  return (
    <FormDialog
      dirty={dirty && !save.isSuccess}
      onClose={onClose}
      title={channel ? t('channel.editTitle', { name: channel.name }) : t('channel.addTitle')}
      width="lg"
      aside={
        <Button
          className="mr-auto"
          disabled={!canEdit}
          busy={test.isPending}
          onClick={() => test.mutate({ ...trimmedDraft(), name: trimmedDraft().name || t('channel.unnamed') })}
        >
          <SendHorizontal aria-hidden />
          {t('channel.test')}
        </Button>
      }
      action={
        <Button
          type="submit"
          form="notification-channel"
          variant="primary"
          busy={save.isPending}
          disabled={draft.notify_type === ''}
        >
          {t(channel ? 'action.save' : 'channel.create')}
        </Button>
      }
    >
      <ChannelForm
        id="notification-channel"
        draft={draft}
        stored={channel?.config}
        onDraft={change}
        onSubmit={() => save.mutate(trimmedDraft())}
        types={types}
        error={failure}
      >
        {!test.isIdle && !failure && <TestResult state={test.isPending ? 'sending' : 'sent'} error={null} />}
      </ChannelForm>
    </FormDialog>
  )
}
