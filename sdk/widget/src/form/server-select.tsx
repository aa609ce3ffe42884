import type { ReactNode } from 'react'
import { useServers } from '../hooks/live.js'
import type { ControlProps } from './control.js'

/** Chooses a server; one that is gone stays chosen and is shown by its id. */
export function ServerSelect({ id, value, isOptional, describedBy, onChange, onBlur }: ControlProps): ReactNode {
  const servers = useServers()
  const chosen = typeof value === 'string' ? value : ''
  const isGone = chosen !== '' && !servers.some((server) => server.id === chosen)
  return (
    <select
      id={id}
      value={chosen}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {(isOptional || chosen === '') && <option value="">–</option>}
      {isGone && <option value={chosen}>{chosen}</option>}
      {servers.map((server) => (
        <option key={server.id} value={server.id}>
          {server.name}
        </option>
      ))}
    </select>
  )
}
