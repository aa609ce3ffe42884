import { createContext, useContext } from 'react'

/** The signed-in user. */
export interface Me {
  readonly userId: string
  readonly username: string
  readonly role: 'admin' | 'member'
  readonly isAdmin: boolean
  /** the password must be changed before anything else */
  readonly mustChangePassword: boolean
}

/** The session and the actions that change it. */
export interface Session {
  readonly me: Me | undefined
  /** Reloads the signed-in user and the running plugins; the pages follow. */
  readonly refresh: () => Promise<void>
  readonly signOut: () => Promise<void>
}

export const SessionContext = createContext<Session>({
  me: undefined,
  refresh: () => Promise.resolve(),
  signOut: () => Promise.resolve(),
})

/** The session; `me` is undefined before sign-in. */
export const useSession = () => useContext(SessionContext)

/** The signed-in user; only for pages that are not `public`. */
export function useMe(): Me {
  const { me } = useSession()
  if (!me) throw new Error('useMe requires a page with access member or admin')
  return me
}
