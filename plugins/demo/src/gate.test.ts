import { expect, it } from 'vitest'
import { isOwnHost, makeGate, setupHeader } from './gate.ts'

const gate = makeGate('k')
const codeOf = (method: string, route: string, more: object = {}) => {
  try {
    gate.check({ method, route, access: 'public', upgrades: false, headers: {}, ...more })
    return 'ok'
  } catch (error) {
    return (error as { text: { code: string } }).text.code
  }
}

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused', (method) => {
  expect(codeOf(method, '/api/servers')).toBe('demo.READ_ONLY')
})

it('reading is not, unless it changes something, goes out or shows other visitors', () => {
  expect(['/api/servers', '/api/auth/oauth/providers', '/status'].map((route) => codeOf('GET', route))).toEqual(
    Array(3).fill('ok'),
  )
  const closed = ['/api/push/:token', '/api/auth/oauth/:provider/callback', '/api/files/:server_id/stream']
  expect([...closed, '/api/admin/rate-limit'].map((route) => codeOf('GET', route))).toEqual(
    Array(4).fill('demo.NOT_HERE'),
  )
})

it('of the sockets only those of agents and of the dashboard open', () => {
  const open = (route: string) => codeOf('GET', route, { upgrades: true })
  expect(open('/api/ws/servers')).toBe('ok')
  expect(open('/api/ws/terminal/:server_id')).toBe('demo.NOT_HERE')
  expect(open('/api/ws/docker/logs/:server_id')).toBe('demo.NOT_HERE')
})

it('the demo itself may do everything', () => {
  expect(codeOf('POST', '/api/servers', { headers: { [setupHeader]: 'k' } })).toBe('ok')
  expect(codeOf('POST', '/api/servers', { headers: { [setupHeader]: 'other' } })).toBe('demo.READ_ONLY')
})

it('requests go to this host only, and no name is resolved', () => {
  expect(['127.0.0.1', '::1', 'localhost', '10.0.0.1', 'example.com'].map(isOwnHost)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
