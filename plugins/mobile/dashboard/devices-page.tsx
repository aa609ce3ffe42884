import { Button, Card, DeleteDialog, EmptyState, PageHeader, useApi, useT } from '@svc/dashboard-sdk'
import { QrCode, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Device, devicesPath } from './devices/device.ts'
import { DeviceTable } from './devices/device-table.tsx'
import { PairDialog } from './pair/pair-dialog.tsx'

/** The paired phones of the user. */
export default function DevicesPage(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<Device[]>(devicesPath, { staleTime: 5000, refetchInterval: 30_000 })
  const [pairing, setPairing] = useState(false)
  const [revoking, setRevoking] = useState<Device>()
  const pairButton = (
    <Button variant="primary" onClick={() => setPairing(true)}>
      <QrCode aria-hidden />
      {t('devices.pair')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('devices.title')}
        description={t('devices.lead')}
        actions={data?.length !== 0 && pairButton}
      />
      <Card flush>
        <DeviceTable
          devices={data}
          error={error}
          onRetry={() => void refetch()}
          onRevoke={setRevoking}
          empty={
            <EmptyState
              icon={Smartphone}
              title={t('devices.empty')}
              description={t('devices.emptyHint')}
              action={pairButton}
            />
          }
        />
      </Card>
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
      {revoking && (
        <DeleteDialog
          path={`${devicesPath}/${encodeURIComponent(revoking.id)}`}
          invalidates={[devicesPath]}
          title={t('devices.revokeTitle', { name: revoking.device_name })}
          description={t('devices.revokeText')}
          action={t('devices.revoke')}
          done={t('devices.revoked', { name: revoking.device_name })}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  )
}
