import { Meter, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/widget-sdk'
import type { ReactNode } from 'react'
import { share } from '../../overview/rules.ts'

const shares = [
  ['cpu', ({ cpu }: ServerStatus) => cpu],
  ['memory', (server: ServerStatus) => share(server.mem_used, server.mem_total)],
  ['disk', (server: ServerStatus) => share(server.disk_used, server.disk_total)],
] as const

/** How full it is: processor, memory and disk as bars. */
export function Shares({ server, named }: { server: ServerStatus; named: boolean }): ReactNode {
  const t = useT()
  return shares.map(([id, of]) => (
    <div key={id} className="min-w-0">
      {named && (
        <p aria-hidden className="caption truncate">
          {t(`line.${id}`)}
        </p>
      )}
      <Meter value={of(server) ?? Number.NaN} label={t(`line.${id}`)} />
    </div>
  ))
}
