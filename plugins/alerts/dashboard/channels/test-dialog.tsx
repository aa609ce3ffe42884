import { Button, Dialog, type useMutate, useT } from '@svc/dashboard-sdk'
import type { Channel } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { useLocalizedFailure } from '../parts/localized-error.ts'
import { TestResult } from './test-result.tsx'

/** Result of a channel test. */
export function TestDialog(props: {
  channel: Channel
  test: ReturnType<typeof useMutate<Channel>>
  onClose: () => void
}): ReactNode {
  const { channel, test, onClose } = props
  const t = useT()
  const localize = useLocalizedFailure()
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
      <TestResult
        state={test.isPending ? 'sending' : test.isSuccess ? 'sent' : 'failed'}
        error={test.error && localize(test.error)}
      />
      {!channel.enabled && <p className="mt-3 text-muted text-sm">{t('channel.testDisabled')}</p>}
    </Dialog>
  )
}
