import {
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  FailureNote,
  PageHeader,
  toast,
  useApi,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import { QrCode, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Device, devicesPath } from './devices/device.js'
import { DeviceTable } from './devices/device-table.js'
import { PairDialog } from './pair/pair-dialog.js'

/** The phones that are signed in as the user, and a way to add one. */
export default function DevicesPage(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<Device[]>(devicesPath, { staleTime: 5000, refetchInterval: 30_000 })
  const [pairing, setPairing] = useState(false)
  const [leaving, setLeaving] = useState<Device>()
  const revoke = useMutate<Device>('DELETE', ({ id }) => `${devicesPath}/${encodeURIComponent(id)}`, {
    invalidates: [devicesPath],
    onDone: (_, { device_name }) => toast.success(t('devices.revoked', { name: device_name })),
    onFailed: () => undefined,
  })
  const pair = (
    <Button variant="primary" onClick={() => setPairing(true)}>
      <QrCode aria-hidden />
      {t('devices.pair')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('devices.title')} description={t('devices.lead')} actions={data?.length !== 0 && pair} />
      <Card flush>
        <DeviceTable
          devices={data}
          failure={error}
          onRetry={() => void refetch()}
          onRevoke={(device) => {
            revoke.reset()
            setLeaving(device)
          }}
          empty={
            <EmptyState
              icon={Smartphone}
              title={t('devices.empty')}
              description={t('devices.emptyHint')}
              action={pair}
            />
          }
        />
      </Card>
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setLeaving(undefined)}
          title={t('devices.revokeTitle', { name: leaving.device_name })}
          description={t('devices.revokeText')}
          action={t('devices.revoke')}
          busy={revoke.isPending}
          // closed when the row is gone, so that the focus does not go back to a button that vanishes
          onConfirm={() => revoke.mutate(leaving, { onSuccess: () => setLeaving(undefined) })}
        >
          {revoke.error && <FailureNote failure={revoke.error} />}
        </ConfirmDialog>
      )}
    </>
  )
}
