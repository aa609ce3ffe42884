import { useApi } from '@svc/dashboard-sdk'

interface Account {
  readonly has_password: boolean
}

/** Whether the user can sign in, and prove who they are, by password. Accounts made at a provider may have none. */
export function useHasPassword(): boolean {
  const { data } = useApi<Account>('/api/auth/me')
  return data?.has_password !== false
}
