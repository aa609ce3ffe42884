import { Button, CodeBlock, useT } from '@svc/dashboard-sdk'
import { Fingerprint, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LockProblem } from './session-lock.ts'

/** What to type on a host without passkeys. */
export const addCommand = 'sudo svc-agent passkey add'

/** Asks for the passkey of the host, over an empty terminal. */
export function ApprovalPanel(props: {
  isBusy: boolean
  problem: LockProblem | undefined
  onApprove: () => void
}): ReactNode {
  const { isBusy, problem, onApprove } = props
  const t = useT()
  return (
    <div role="status" className="absolute inset-0 z-10 grid place-items-center overflow-y-auto p-4">
      <div className="flex max-w-md flex-col items-center gap-3 rounded-lg bg-raised p-6 text-center shadow-pop">
        <LockKeyhole className="size-6 text-muted" aria-hidden />
        <p className="font-semibold">{t('lock.title')}</p>
        <p className="text-muted text-sm">{t('lock.hint')}</p>
        {problem === 'noPasskey' && (
          <div className="w-full text-left text-sm">
            <p className="mb-1.5 text-muted">{t('lock.noPasskey')}</p>
            <CodeBlock text={addCommand} label={t('lock.noPasskey')} />
          </div>
        )}
        {problem && problem !== 'noPasskey' && (
          <p role="alert" className="text-danger text-sm">
            {t(`lock.${problem}`)}
          </p>
        )}
        {problem !== 'noPasskey' && (
          <Button variant="primary" autoFocus disabled={isBusy} onClick={onApprove}>
            <Fingerprint aria-hidden />
            {t(isBusy ? 'lock.approving' : 'lock.approve')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Says that the server cannot read the session. */
export function EncryptedLine(): ReactNode {
  const t = useT()
  return (
    <p role="note" className="flex items-center gap-2 border-b px-3 py-1 text-muted text-xs">
      <LockKeyhole className="size-3.5 shrink-0 text-ok" aria-hidden />
      {t('lock.encrypted')}
    </p>
  )
}
