import { definePage } from '@svc/dashboard-sdk'
import { ShieldCheck } from 'lucide-react'

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
