import { definePage } from '@svc/dashboard-sdk'
import { KeyRound, ShieldCheck, Users } from 'lucide-react'
import { parseUsersSearch, type UsersSearch } from './users/users-search.ts'

type OptionalParams<Name extends string> = { readonly [K in Name]?: string | undefined }

/** Parses the non-empty search parameters of these names. */
const optionalParams =
  <const Name extends string>(...names: Name[]) =>
  (raw: Readonly<Record<string, string>>): OptionalParams<Name> =>
    Object.fromEntries(names.flatMap((name) => (raw[name] ? [[name, raw[name]]] : []))) as OptionalParams<Name>

export const signInPage = definePage({
  id: 'auth.sign-in',
  path: '/login',
  title: 'signIn.title',
  access: 'public',
  frame: 'bare',
  search: optionalParams('next', 'oauth_error', 'second_factor'),
  load: () => import('./sign-in/sign-in-page.tsx'),
})

export const onboardingPage = definePage({
  id: 'auth.onboarding',
  path: '/onboarding',
  title: 'onboarding.title',
  frame: 'bare',
  search: optionalParams('next'),
  load: () => import('./onboarding-page.tsx'),
})

export const securityPage = definePage({
  id: 'auth.security',
  path: '/settings/security',
  title: 'security.title',
  nav: { group: 'settings', section: 'account', icon: ShieldCheck, order: 10, hint: 'security.hint' },
  search: optionalParams('linked', 'oauth_error'),
  load: () => import('./security/security-page.tsx'),
})

export const usersPage = definePage<'/settings/users', UsersSearch>({
  id: 'auth.users',
  path: '/settings/users',
  title: 'users.title',
  access: 'admin',
  nav: { group: 'settings', section: 'access', icon: Users, order: 10, hint: 'users.hint' },
  search: parseUsersSearch,
  load: () => import('./users/users-page.tsx'),
})

export const apiKeysPage = definePage({
  id: 'auth.api-keys',
  path: '/settings/api-keys',
  title: 'apiKeys.title',
  nav: { group: 'settings', section: 'account', icon: KeyRound, order: 20, hint: 'apiKeys.hint' },
  load: () => import('./api-keys/api-keys-page.tsx'),
})
