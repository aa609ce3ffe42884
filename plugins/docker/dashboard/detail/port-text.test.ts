import { expect, it } from 'vitest'
import { portText } from './port-text.ts'

it.each([
  [{ private_port: 80, port_type: 'tcp' }, '80/tcp'],
  [{ private_port: 80, public_port: 8080, port_type: 'tcp', ip: '0.0.0.0' }, '8080->80/tcp'],
  [{ private_port: 53, public_port: 53, port_type: 'udp', ip: '127.0.0.1' }, '127.0.0.1:53->53/udp'],
  [{ private_port: 80, public_port: 80, port_type: 'tcp', ip: '::1' }, '[::1]:80->80/tcp'],
])('%o is %s', (port, text) => expect(portText(port)).toBe(text))
