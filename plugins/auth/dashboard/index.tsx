import { defineDashboard } from '@svc/dashboard-sdk'
import { apiKeysPage, onboardingPage, securityPage, signInPage, usersPage } from './pages.ts'

export default defineDashboard({
  plugin: 'auth',
  pages: [signInPage, onboardingPage, securityPage, usersPage, apiKeysPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  labels: { en: () => import('./locales/labels.en.json'), zh: () => import('./locales/labels.zh.json') },
})
