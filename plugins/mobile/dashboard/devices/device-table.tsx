import { Button, type Column, RelativeTime, Table, Tooltip, useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { type Device, shortInstallation } from './device.ts'

/** Table of paired phones. */
export function DeviceTable(props: {
  devices: readonly Device[] | undefined
  error: unknown
  onRetry: () => void
  onRevoke: (device: Device) => void
  empty: ReactNode
}): ReactNode {
  const { devices, error, onRetry, onRevoke, empty } = props
  const t = useT()
  const format = useFormat()
  const columns: Column<Device>[] = [
    {
      id: 'name',
      header: t('devices.name'),
      cell: ({ device_name, installation_id }) => (
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">{device_name}</p>
          <Tooltip text={<span className="break-all font-mono">{installation_id}</span>}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip shows the full id */}
            <span tabIndex={0} className="font-mono text-faint text-xs">
              <span className="sr-only">{t('devices.installation')}: </span>
              {shortInstallation(installation_id)}
            </span>
          </Tooltip>
        </div>
      ),
    },
    {
      id: 'paired',
      header: t('devices.paired'),
      className: 'max-md:hidden whitespace-nowrap',
      cell: ({ created_at }) => <time dateTime={created_at}>{format.dateTime(created_at)}</time>,
    },
    { id: 'used', header: t('devices.used'), cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
    {
      id: 'revoke',
      label: t('devices.revoke'),
      align: 'right',
      cell: (device) => (
        <Button
          size="sm"
          aria-label={t('devices.revokeName', { name: device.device_name })}
          onClick={() => onRevoke(device)}
        >
          {t('devices.revoke')}
        </Button>
      ),
    },
  ]
  return (
    <Table
      caption={t('devices.title')}
      columns={columns}
      rows={devices}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  )
}
