import { ApiFailure, api, useSession, useT } from '@svc/dashboard-sdk'

/** Proves something to the server and lets the rules of the shell lead on. Throws when it does not succeed. */
export function useEnter(): (path: string, proof: Readonly<Record<string, string>>) => Promise<void> {
  const t = useT()
  const { refresh } = useSession()
  return async (path, proof) => {
    const answer = await api<{ warning?: string }>('POST', path, proof, { anonymous: true })
    await refresh()
    // Still here: the browser dropped the cookie, and the server may know why. Otherwise nobody sees this any more.
    throw new ApiFailure(0, 'NO_SESSION', answer.warning ?? t('signIn.noSession'))
  }
}
