import { ApiError, Button, Dialog, toast, useInvalidate, useMutate, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { isComplete } from './codes.ts'
import { SaveCodesDialog } from './save-codes-dialog.tsx'
import { ScanStep } from './scan-step.tsx'
import { type Setup, twoFactorPath } from './two-factor.ts'

interface Props {
  setup: Setup
  /** requests a new secret, because this one expired on the server */
  onRestart: () => void
  restarting: boolean
  onClose: () => void
}

/** From the QR code to the first correct code, then the recovery codes. */
export function SetupDialog({ setup, onRestart, restarting, onClose }: Props): ReactNode {
  const t = useT()
  const invalidate = useInvalidate()
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const enable = useMutate<string>('POST', `${twoFactorPath}/enable`, {
    body: (typed) => ({ code: typed }),
    // a 401 for a wrong code must not sign the user out
    anonymous: true,
    invalidates: [twoFactorPath, '/api/auth/sessions'],
    onFailed: ({ status }) => {
      if (status !== 401) return
      setCode('')
      // if the session did expire, this request notices it
      void invalidate(twoFactorPath)
    },
  })

  // at the very end, because an earlier toast would cover the button of the codes dialog
  function finish() {
    toast.success(t('twoFactor.done'))
    onClose()
  }

  function submit(typed: string) {
    setIncomplete(!isComplete(typed))
    if (isComplete(typed) && !enable.isPending) enable.mutate(typed)
  }

  if (enable.isSuccess) {
    return <SaveCodesDialog title={t('twoFactor.saveTitle')} codes={setup.recovery_codes} onClose={finish} />
  }
  const expired = enable.error?.status === 400
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !enable.isPending && onClose()}
      title={t('twoFactor.setupTitle')}
      description={t('twoFactor.setupText')}
      footer={
        <>
          <Button className="max-md:h-11 max-md:flex-1" onClick={onClose}>
            {t('sdk:action.cancel')}
          </Button>
          {expired ? (
            <Button
              variant="primary"
              className="max-md:h-11 max-md:flex-1"
              busy={restarting}
              onClick={() => {
                enable.reset()
                setCode('')
                onRestart()
              }}
            >
              {t('twoFactor.again')}
            </Button>
          ) : (
            <Button
              type="submit"
              form="two-factor-setup"
              variant="primary"
              className="max-md:h-11 max-md:flex-1"
              busy={enable.isPending}
            >
              {t('twoFactor.turnOn')}
            </Button>
          )}
        </>
      }
    >
      <ScanStep
        id="two-factor-setup"
        setup={setup}
        code={code}
        onCode={(typed) => {
          setCode(typed)
          setIncomplete(false)
        }}
        onSubmit={submit}
        busy={enable.isPending}
        wrong={incomplete ? t('signIn.codeIncomplete') : wrongText()}
        error={enable.error?.status === 401 || expired ? undefined : enable.error}
      />
    </Dialog>
  )

  function wrongText() {
    if (expired) return t('twoFactor.expired')
    return enable.error instanceof ApiError && enable.error.status === 401 && !code ? t('signIn.codeWrong') : undefined
  }
}
