import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '@svc/plugin-sdk'
import type { OauthFlow } from '../contract.ts'
import { hashToken } from '../token.ts'
import { makeExpiringMap } from './expiring-map.ts'
import { OauthError } from './oauth-error.ts'

export const flowSeconds = 600
const capacity = 5000
/** Concurrent flows per address, so that nobody can evict the flows of others. */
const maxPerAddress = 20

/** The session that started linking. */
export interface LinkOwner {
  readonly userId: string
  readonly credentialId: string
}

export interface PendingFlow {
  readonly provider: string
  readonly oauth: OauthFlow
  /** redirect target after the sign-in */
  readonly next: string | undefined
  /** set when it links an identity instead of signing in */
  readonly link: LinkOwner | undefined
  /** Session cookie at the start: browsers do not send it with the redirect from the provider, as it is Strict. */
  readonly formerToken: string | undefined
  /** rate limit key of the address that started it */
  readonly from: string
  /** hash of the binding cookie of the browser that started it */
  readonly binding: string
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

interface FlowEntry extends PendingFlow {
  /** the callback has arrived; the entry stays until its response is sent */
  returned: boolean
}

/** OAuth flows that are waiting for their callback. */
export function makePendingFlows(clock: Pick<Clock, 'now'>) {
  const flows = makeExpiringMap<FlowEntry>({ lifetimeMs: flowSeconds * 1000, capacity }, clock)

  return {
    start(flow: PendingFlow): void {
      const own = flows.values().filter(({ from }) => from === flow.from)
      if (own[maxPerAddress - 1]) flows.delete(own[0]?.oauth.state ?? '')
      flows.set(flow.oauth.state, { ...flow, returned: false })
    },
    /**
     * Whether the browser with this cookie has pending flows. All tabs share one cookie, so it must stay until the last flow
     * has finished.
     */
    hasPending(cookie: string | undefined): boolean {
      const binding = cookie === undefined ? undefined : hashToken(cookie)
      return binding !== undefined && flows.values().some((flow) => flow.binding === binding)
    },
    /** The flow of a state, which works only once. Call `end` afterwards. */
    resume(state: string, provider: string, cookie: string | undefined): PendingFlow {
      const flow = flows.get(state)
      if (!flow || flow.returned) throw new OauthError('expired')
      flow.returned = true
      const linking = flow.link !== undefined
      if (flow.provider !== provider) throw new OauthError('expired', linking)
      const binding = cookie === undefined ? undefined : hashToken(cookie)
      if (binding === undefined || !isEqual(binding, flow.binding)) throw new OauthError('other_browser', linking)
      return flow
    },
    end: (state: string): void => flows.delete(state),
  }
}
export type PendingFlows = ReturnType<typeof makePendingFlows>
