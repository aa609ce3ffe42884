import { useApi } from '@svc/dashboard-sdk'

interface Account {
  readonly has_password: boolean
}

/** Whether the account has a password. Accounts created by a provider sign-in have none. */
export function useHasPassword(): boolean {
  const { data } = useApi<Account>('/api/auth/me')
  return data?.has_password !== false
}
