import { defineDashboard } from '@svc/dashboard-sdk'
import { apiKeysPage, onboardingPage, securityPage, signInPage, usersPage } from './pages.ts'

export default defineDashboard({
  plugin: 'auth',
  pages: [signInPage, onboardingPage, securityPage, usersPage, apiKeysPage],
})
