import { type ApiError, Button, Dialog, InlineError, type useMutate, useT } from '@svc/dashboard-sdk'
import type { Channel } from '@svc/plugin-alerts/contract'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/** Progress or result of a test. */
export function TestResult(props: {
  state: 'sending' | 'sent' | 'failed'
  error: ApiError | null | undefined
}): ReactNode {
  const { state, error } = props
  const t = useT()
  if (state === 'failed') return <InlineError error={error} />
  const isSent = state === 'sent'
  const Icon = isSent ? CircleCheck : LoaderCircle
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <Icon className={isSent ? 'mt-0.5 size-4 text-ok' : 'mt-0.5 size-4 animate-spin text-muted'} aria-hidden />
      {t(isSent ? 'channel.testSent' : 'channel.testing')}
    </p>
  )
}

/** Result of a channel test. */
export function TestDialog(props: {
  channel: Channel
  test: ReturnType<typeof useMutate<Channel>>
  onClose: () => void
}): ReactNode {
  const { channel, test, onClose } = props
  const t = useT()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('channel.testTitle', { name: channel.name })}
      footer={
        <>
          <Button busy={test.isPending} onClick={() => test.mutate(channel)}>
            {t('channel.testAgain')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('sdk:action.close')}
          </Button>
        </>
      }
    >
      <TestResult state={test.isPending ? 'sending' : test.isSuccess ? 'sent' : 'failed'} error={test.error} />
      {!channel.enabled && <p className="mt-3 text-muted text-sm">{t('channel.testDisabled')}</p>}
    </Dialog>
  )
}
