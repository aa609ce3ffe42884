import { createContext, useContext } from 'react'

/** The signed-in user. */
export interface Me {
  readonly userId: string
  readonly username: string
  readonly role: 'admin' | 'member'
  readonly isAdmin: boolean
  /** the account must be set up before anything else is open to it */
  readonly mustChangePassword: boolean
}

/** Who is signed in, and the two things that change it. */
export interface Session {
  readonly me: Me | undefined
  /** Asks the server again who is signed in and which plugins run; the pages follow. */
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
  if (!me) throw new Error('useMe is for pages with access member or admin')
  return me
}
