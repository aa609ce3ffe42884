import type { Port } from '../../src/wire.ts'

/** As `docker ps` writes it: `127.0.0.1:8080->80/tcp`. */
export function portText({ private_port, public_port, port_type, ip }: Port): string {
  const inside = `${private_port}/${port_type}`
  if (public_port == null) return inside
  const host = ip && ip !== '0.0.0.0' && ip !== '::' ? `${ip.includes(':') ? `[${ip}]` : ip}:` : ''
  return `${host}${public_port}->${inside}`
}
