import { Badge, Button, Card, ErrorState, Skeleton, toast, useApi, useMutate, useT } from '@svc/dashboard-sdk'
import { KeyRound, ShieldCheck, ShieldOff, Smartphone, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SettingRow } from '../security/setting-row.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SaveCodesDialog } from './save-codes-dialog.tsx'
import { SetupDialog } from './setup-dialog.tsx'
import {
  codesPerSet,
  lowCodesThreshold,
  type NewCodes,
  type Proof,
  type Setup,
  type TwoFactorStatus,
  twoFactorPath,
} from './two-factor.ts'

/** Replaces all recovery codes by ten new ones. */
function NewCodesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const renew = useMutate<Proof, NewCodes>('POST', `${twoFactorPath}/recovery-codes`, {
    invalidates: [twoFactorPath],
    onFailed: () => undefined,
  })
  if (renew.data) {
    return <SaveCodesDialog title={t('twoFactor.newCodesTitle')} codes={renew.data.recovery_codes} onClose={onClose} />
  }
  return (
    <ProofDialog
      title={t('twoFactor.renewTitle')}
      description={t('twoFactor.renewText')}
      action={t('twoFactor.renew')}
      busy={renew.isPending}
      error={renew.error}
      onProof={(proof) => renew.mutate(proof)}
      onClose={onClose}
    />
  )
}

/** Disables two-factor authentication. */
function DisableDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const disable = useMutate<Proof>('POST', `${twoFactorPath}/disable`, {
    invalidates: [twoFactorPath, '/api/auth/sessions'],
    onDone: () => {
      toast.success(t('twoFactor.turnedOff'))
      onClose()
    },
    onFailed: () => undefined,
  })
  return (
    <ProofDialog
      title={t('twoFactor.turnOffTitle')}
      description={t('twoFactor.turnOffText')}
      action={t('twoFactor.turnOff')}
      destructive
      busy={disable.isPending}
      error={disable.error}
      onProof={(proof) => disable.mutate(proof)}
      onClose={onClose}
    />
  )
}

/** Number of unused recovery codes, with a warning when few are left. */
function CodesLeft({ left }: { left: number }): ReactNode {
  const t = useT()
  const count = t('twoFactor.codesLeft', { left, all: codesPerSet })
  if (left > lowCodesThreshold) return count
  return (
    <span className="flex items-start gap-1.5 text-warn">
      <TriangleAlert className="mt-[3px] size-3.5 shrink-0" aria-hidden />
      <span>{left === 0 ? t('twoFactor.codesGone') : `${count} ${t('twoFactor.codesFew')}`}</span>
    </span>
  )
}

/** State of two-factor authentication and the recovery codes. */
export function TwoFactorCard(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<TwoFactorStatus>(`${twoFactorPath}/status`)
  const [open, setOpen] = useState<'new-codes' | 'disable'>()
  const setup = useMutate<void, Setup>('POST', `${twoFactorPath}/setup`, { invalidates: [twoFactorPath] })
  const close = () => setOpen(undefined)

  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-2.5">
          {t('twoFactor.title')}
          {data && (
            <Badge tone={data.enabled ? 'ok' : 'neutral'}>
              {data.enabled ? <ShieldCheck aria-hidden /> : <ShieldOff aria-hidden />}
              {t(data.enabled ? 'twoFactor.on' : 'twoFactor.off')}
            </Badge>
          )}
        </span>
      }
      description={t('twoFactor.lead')}
    >
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-9" />)}
      {data && (
        <ul>
          <SettingRow
            icon={<Smartphone aria-hidden />}
            title={t('twoFactor.app')}
            detail={t(data.enabled ? 'twoFactor.appOn' : 'twoFactor.appOff')}
            action={
              data.enabled ? (
                <Button onClick={() => setOpen('disable')}>{t('twoFactor.turnOff')}</Button>
              ) : (
                <Button variant="primary" busy={setup.isPending} onClick={() => setup.mutate()}>
                  {t('twoFactor.start')}
                </Button>
              )
            }
          />
          {data.enabled && (
            <SettingRow
              icon={<KeyRound aria-hidden />}
              title={t('twoFactor.codes')}
              detail={<CodesLeft left={data.recovery_codes_left} />}
              action={<Button onClick={() => setOpen('new-codes')}>{t('twoFactor.newCodes')}</Button>}
            />
          )}
        </ul>
      )}
      {setup.data && (
        <SetupDialog
          setup={setup.data}
          onRestart={() => setup.mutate()}
          restarting={setup.isPending}
          onClose={() => setup.reset()}
        />
      )}
      {open === 'new-codes' && <NewCodesDialog onClose={close} />}
      {open === 'disable' && <DisableDialog onClose={close} />}
    </Card>
  )
}
