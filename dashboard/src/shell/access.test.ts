import type { Me } from '@svc/dashboard-sdk'
import { describe, expect, test } from 'vitest'
import { detour } from './access.ts'

const admin: Me = { userId: '1', username: 'admin', role: 'admin', isAdmin: true, mustChangePassword: false }
const member: Me = { ...admin, role: 'member', isAdmin: false }
const flagged: Me = { ...admin, mustChangePassword: true }

const servers = { path: '/servers', access: 'member' } as const
const audit = { path: '/settings/audit-logs', access: 'admin' } as const
const status = { path: '/status', access: 'public' } as const
const signIn = { path: '/login', access: 'public' } as const
const onboarding = { path: '/onboarding', access: 'member' } as const

describe('a stranger', () => {
  test('is sent to sign-in with the wanted address kept', () => {
    expect(detour(undefined, servers, '/servers?q=a')).toEqual({ to: '/login', next: '/servers?q=a' })
    expect(detour(undefined, servers, '/')).toEqual({ to: '/login' })
  })
  test('sees public pages and sign-in, but not onboarding', () => {
    expect(detour(undefined, status, '/status')).toBeUndefined()
    expect(detour(undefined, signIn, '/login')).toBeUndefined()
    expect(detour(undefined, onboarding, '/onboarding')).toEqual({ to: '/login' })
  })
})

describe('a signed-in user', () => {
  test('leaves sign-in for the kept address', () => {
    expect(detour(member, signIn, '/login', '/servers/7')).toEqual({ to: '/servers/7' })
    expect(detour(member, signIn, '/login')).toEqual({ to: '/' })
  })
  test('has no business in onboarding', () => {
    expect(detour(admin, onboarding, '/onboarding', '/servers')).toEqual({ to: '/servers' })
  })
  test('opens admin pages only as admin', () => {
    expect(detour(member, audit, '/settings/audit-logs')).toEqual({ to: '/' })
    expect(detour(admin, audit, '/settings/audit-logs')).toBeUndefined()
    expect(detour(member, servers, '/servers')).toBeUndefined()
  })
})

describe('an account that must change its password', () => {
  test('is led to onboarding from everywhere', () => {
    expect(detour(flagged, servers, '/servers')).toEqual({ to: '/onboarding', next: '/servers' })
    expect(detour(flagged, status, '/status')).toEqual({ to: '/onboarding', next: '/status' })
    expect(detour(flagged, signIn, '/login?next=/servers', '/servers')).toEqual({ to: '/onboarding', next: '/servers' })
    expect(detour(flagged, onboarding, '/onboarding')).toBeUndefined()
  })
})
