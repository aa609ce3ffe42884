import { defineDashboard } from '@svc/dashboard-sdk'
import { onboardingPage, securityPage, signInPage } from './pages.js'

export default defineDashboard({
  plugin: 'auth',
  pages: [signInPage, onboardingPage, securityPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
})
