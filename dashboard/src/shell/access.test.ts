import type { Me } from '@svc/dashboard-sdk'
import { describe, expect, test } from 'vitest'
import { accessRedirect } from './access.ts'

const admin: Me = { userId: '1', username: 'admin', role: 'admin', isAdmin: true, mustChangePassword: false }
const member: Me = { ...admin, role: 'member', isAdmin: false }
const flagged: Me = { ...admin, mustChangePassword: true }

const servers = { path: '/servers', access: 'member' } as const
const audit = { path: '/settings/audit-logs', access: 'admin' } as const
const status = { path: '/status', access: 'public' } as const
const signIn = { path: '/login', access: 'public' } as const
const onboarding = { path: '/onboarding', access: 'member' } as const

describe('a signed-out user', () => {
  test('is redirected to sign-in with a return path', () => {
    expect(accessRedirect(undefined, servers, '/servers?q=a')).toEqual({ to: '/login', next: '/servers?q=a' })
    expect(accessRedirect(undefined, servers, '/')).toEqual({ to: '/login' })
  })
  test('can open public pages and sign-in, but not onboarding', () => {
    expect(accessRedirect(undefined, status, '/status')).toBeUndefined()
    expect(accessRedirect(undefined, signIn, '/login')).toBeUndefined()
    expect(accessRedirect(undefined, onboarding, '/onboarding')).toEqual({ to: '/login' })
  })
})

describe('a signed-in user', () => {
  test('leaves sign-in for the return path', () => {
    expect(accessRedirect(member, signIn, '/login', '/servers/7')).toEqual({ to: '/servers/7' })
    expect(accessRedirect(member, signIn, '/login')).toEqual({ to: '/' })
  })
  test('is redirected away from onboarding', () => {
    expect(accessRedirect(admin, onboarding, '/onboarding', '/servers')).toEqual({ to: '/servers' })
  })
  test('can open admin pages only as an admin', () => {
    expect(accessRedirect(member, audit, '/settings/audit-logs')).toEqual({ to: '/' })
    expect(accessRedirect(admin, audit, '/settings/audit-logs')).toBeUndefined()
    expect(accessRedirect(member, servers, '/servers')).toBeUndefined()
  })
})

describe('an account that must change its password', () => {
  test('is redirected to onboarding from everywhere', () => {
    expect(accessRedirect(flagged, servers, '/servers')).toEqual({ to: '/onboarding', next: '/servers' })
    expect(accessRedirect(flagged, status, '/status')).toEqual({ to: '/onboarding', next: '/status' })
    expect(accessRedirect(flagged, signIn, '/login?next=/servers', '/servers')).toEqual({
      to: '/onboarding',
      next: '/servers',
    })
    expect(accessRedirect(flagged, onboarding, '/onboarding')).toBeUndefined()
  })
})
