import { ApiError, api } from '@svc/dashboard-sdk'
import { type BootState, sessionPath, signedOut } from './boot.ts'
import type { Listed } from './installed/installed-texts.ts'
import { loadDashboards, loadInstalledTexts } from './installed/load-dashboards.ts'

interface SessionResponse {
  readonly user_id: string
  readonly username: string
  readonly role: 'admin' | 'member'
  readonly must_change_password: boolean
  readonly plugins: readonly string[]
  readonly dashboards: readonly Listed[]
}

/**
 * Asks the server who is signed in and which plugins run, and loads the dashboards of third parties. Throws `ApiError` if it is
 * unreachable. `language` settles when the language is known.
 */
export async function fetchBootState(language: Promise<unknown>): Promise<BootState> {
  let session: SessionResponse
  try {
    session = await api<SessionResponse>('GET', sessionPath, undefined, { anonymous: true })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      return signedOut
    }
    throw error
  }
  const { user_id, username, role, must_change_password, plugins, dashboards } = session
  const texts = language.then(() => loadInstalledTexts(dashboards))
  const [installed] = await Promise.all([loadDashboards(dashboards.filter(({ module }) => module)), texts])
  return {
    me: { userId: user_id, username, role, isAdmin: role === 'admin', mustChangePassword: must_change_password },
    runningPlugins: new Set(plugins),
    installed,
  }
}
