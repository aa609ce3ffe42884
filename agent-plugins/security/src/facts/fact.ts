import type { AuthMethod } from '@svc/plugin-security/wire'

/** Where a connection came from. */
export interface Peer {
  /** canonical */
  readonly ip: string
  readonly port: number | null
}

/** What a line says. */
export type Fact =
  /** a user signed in */
  | (Peer & { readonly kind: 'accepted'; readonly user: string; readonly method: AuthMethod })
  /** an attempt to sign in failed; `keys` are offered automatically, so several of one connection are one attempt */
  | (Peer & {
      readonly kind: 'failed'
      readonly user: string | null
      readonly isInvalidUser: boolean
      readonly by: 'password' | 'keys' | 'other'
    })
  /** a connection ended, or named an unknown user, before anyone had signed in; that is an attempt unless it had others */
  | (Peer & { readonly kind: 'ended'; readonly user: string | null; readonly isInvalidUser: boolean })
  | {
      readonly kind: 'sudo'
      readonly program: 'sudo' | 'su' | 'doas'
      readonly user: string
      readonly target: string | null
      readonly outcome: 'used' | 'wrong_password' | 'not_permitted'
      readonly count: number
    }
  | { readonly kind: 'password_changed'; readonly user: string }
  /** a packet that a firewall logged */
  | {
      readonly kind: 'packet'
      readonly ip: string
      readonly port: number
      readonly protocol: string
      readonly isBlocked: boolean
    }
