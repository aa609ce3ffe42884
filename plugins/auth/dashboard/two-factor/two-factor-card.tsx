import { Badge, Button, Card, ErrorState, Skeleton, useApi, useMutate, useT } from '@svc/dashboard-sdk'
import { KeyRound, ShieldCheck, ShieldOff, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SettingRow } from '../security/setting-row.tsx'
import { CodesLeft } from './codes-left.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { NewCodesDialog } from './new-codes-dialog.tsx'
import { SetupDialog } from './setup-dialog.tsx'
import { type Setup, type TwoFactorStatus, twoFactorPath } from './two-factor.ts'

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
