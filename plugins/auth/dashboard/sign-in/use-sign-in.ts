import { ApiError, api, useSession, useT } from '@svc/dashboard-sdk'

/** Sends credentials; on success the shell redirects. Throws when the sign-in fails. */
export function useSignIn(): (path: string, credentials: Readonly<Record<string, string>>) => Promise<void> {
  const t = useT()
  const { refresh } = useSession()
  return async (path, credentials) => {
    const response = await api<{ warning?: string }>('POST', path, credentials, { anonymous: true })
    await refresh()
    // Without a redirect the browser dropped the cookie; the server may have sent the reason. With one, nobody sees this error.
    throw new ApiError(0, 'NO_SESSION', response.warning ?? t('signIn.noSession'))
  }
}
