import { ApiError, api, type Me } from '@svc/dashboard-sdk'

/** What the application needs to know before it can show anything. */
export interface Boot {
  readonly me: Me | undefined
  /** ids of the running plugins; undefined when the server does not tell strangers */
  readonly running: ReadonlySet<string> | undefined
}

interface MeAnswer {
  readonly user_id: string
  readonly username: string
  readonly role: 'admin' | 'member'
  readonly must_change_password: boolean
}

interface PluginAnswer {
  readonly id: string
  readonly state: string
}

/** Undefined when the server refuses; any other failure is thrown. */
async function ask<T>(path: string): Promise<T | undefined> {
  try {
    return await api<T>('GET', path, undefined, { anonymous: true })
  } catch (failure) {
    if (failure instanceof ApiError && (failure.status === 401 || failure.status === 403)) return undefined
    throw failure
  }
}

/** Asks the server who is signed in and which plugins run. Throws `ApiError` when it does not answer. */
export async function readBoot(): Promise<Boot> {
  const [me, plugins] = await Promise.all([ask<MeAnswer>('/api/auth/me'), ask<PluginAnswer[]>('/api/plugins')])
  return {
    me: me && {
      userId: me.user_id,
      username: me.username,
      role: me.role,
      isAdmin: me.role === 'admin',
      mustChangePassword: me.must_change_password,
    },
    running: plugins && new Set(plugins.filter(({ state }) => state === 'running').map(({ id }) => id)),
  }
}

/** Tells two answers apart: the pages are built anew only when this changes. */
export const bootKey = ({ me, running }: Boot): string =>
  JSON.stringify([me, running === undefined ? null : [...running].sort()])
