import { Button, FormDialog, toast, useForm, useMutate, useT } from '@svc/dashboard-sdk'
import type { Channel, ChannelInput, ChannelTypeView } from '@svc/plugin-alerts/contract'
import { SendHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { channelsPath, deliveriesPath, itemPath } from '../paths.ts'
import { ChannelFields } from './channel-form.tsx'
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
  const hasForm = useHasForm(types)
  const save = useMutate<Draft, Channel>(
    channel ? 'PUT' : 'POST',
    channel ? itemPath(channelsPath, channel.id) : channelsPath,
    { invalidates: [channelsPath], onFailed: () => undefined },
  )
  const form = useForm<Draft, Channel>({
    values: {
      name: channel?.name ?? '',
      notify_type: channel?.notify_type ?? types.find(({ type }) => hasForm(type))?.type ?? '',
      config_json: channel?.config ?? {},
      enabled: channel?.enabled ?? true,
    },
    validate: ({ name, notify_type }) => ({
      name: name.trim() ? undefined : t('problem.name'),
      notify_type: notify_type ? undefined : t('channel.noTypes'),
    }),
    submit: (draft) => save.mutateAsync({ ...draft, name: draft.name.trim() }),
    onSubmitted: ({ name }) => {
      toast.success(t(channel ? 'channel.saved' : 'channel.added', { name }))
      onClose()
    },
  })
  const test = useMutate<Draft>('POST', `${channelsPath}/test`, {
    body: (draft) => ({ ...draft, ...(channel ? { id: channel.id } : {}) }),
    invalidates: [deliveriesPath],
    onDone: () => form.fail(undefined),
    onFailed: form.fail,
  })
  const { draft } = form
  // The result of a test is that of the draft at that time.
  const tested = test.variables && JSON.stringify(test.variables.config_json) === JSON.stringify(draft.config_json)
  return (
    <FormDialog
      form={form}
      submit={t(channel ? 'action.save' : 'channel.create')}
      onClose={onClose}
      title={channel ? t('channel.editTitle', { name: channel.name }) : t('channel.addTitle')}
      width="lg"
      aside={
        <Button
          className="mr-auto"
          disabled={!hasForm(draft.notify_type)}
          busy={test.isPending}
          onClick={() => test.mutate({ ...draft, name: draft.name.trim() || t('channel.unnamed') })}
        >
          <SendHorizontal aria-hidden />
          {t('channel.test')}
        </Button>
      }
    >
      <ChannelFields form={form} stored={channel?.config} types={types} />
      {tested && !form.failure && !test.isIdle && (
        <TestResult state={test.isPending ? 'sending' : 'sent'} error={null} />
      )}
    </FormDialog>
  )
}
