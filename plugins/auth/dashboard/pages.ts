import { definePage } from '@svc/dashboard-sdk'
import { KeyRound, ShieldCheck, Users } from 'lucide-react'
import { parseUsersSearch, type UsersSearch } from './users/users-search.js'

const withNext = (raw: Readonly<Record<string, string>>): { next?: string } => (raw.next ? { next: raw.next } : {})

export const signInPage = definePage({
  id: 'auth.sign-in',
  path: '/login',
  title: 'signIn.title',
  access: 'public',
  frame: 'bare',
  search: withNext,
  load: () => import('./sign-in-page.js'),
})

export const onboardingPage = definePage({
  id: 'auth.onboarding',
  path: '/onboarding',
  title: 'onboarding.title',
  frame: 'bare',
  search: withNext,
  load: () => import('./onboarding-page.js'),
})

export const securityPage = definePage({
  id: 'auth.security',
  path: '/settings/security',
  title: 'security.title',
  nav: { group: 'settings', icon: ShieldCheck, order: 30 },
  load: () => import('./security-page.js'),
})

export const usersPage = definePage<'/settings/users', UsersSearch>({
  id: 'auth.users',
  path: '/settings/users',
  title: 'users.title',
  access: 'admin',
  nav: { group: 'settings', icon: Users, order: 20 },
  search: parseUsersSearch,
  load: () => import('./users/users-page.js'),
})

export const apiKeysPage = definePage({
  id: 'auth.api-keys',
  path: '/settings/api-keys',
  title: 'apiKeys.title',
  nav: { group: 'settings', icon: KeyRound, order: 40 },
  load: () => import('./api-keys/api-keys-page.js'),
})
