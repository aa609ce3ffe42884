import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '@svc/plugin-sdk'
import type { ForeignFlow } from '../contract.ts'
import { hashToken } from '../token.ts'
import { makeExpiring } from './expiring.ts'
import { OauthFailure } from './oauth-failure.ts'

export const flowSeconds = 600
const capacity = 5000
/** Of one address at the same time, so that nobody pushes the flows of others out. */
const perAddress = 20

/** The session that asked for a link. */
export interface LinkFor {
  readonly userId: string
  readonly credentialId: string
}

export interface PendingFlow {
  readonly provider: string
  readonly foreign: ForeignFlow
  /** where to go in the end */
  readonly next: string | undefined
  /** set when it links an identity instead of signing in */
  readonly link: LinkFor | undefined
  /** limiter key of the address it was started from */
  readonly from: string
  /** value of the cookie of the browser that started it, hashed */
  readonly binding: string
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

interface Held extends PendingFlow {
  /** came back from the provider; held until its browser has its answer */
  returned: boolean
}

/** Sign-ins that are under way at a provider. */
export function makePendingFlows(clock: Pick<Clock, 'now'>) {
  const flows = makeExpiring<Held>({ lifetimeMs: flowSeconds * 1000, capacity }, clock)

  return {
    start(flow: PendingFlow): void {
      const own = flows.items().filter(({ from }) => from === flow.from)
      if (own[perAddress - 1]) flows.drop(own[0]?.foreign.state ?? '')
      flows.add(flow.foreign.state, { ...flow, returned: false })
    },
    /**
     * Whether something is under way in the browser with this cookie. It has one cookie for all its tabs, which must
     * stay as it is until the last of them has finished.
     */
    underWay(cookie: string | undefined): boolean {
      const binding = cookie === undefined ? undefined : hashToken(cookie)
      return binding !== undefined && flows.items().some((flow) => flow.binding === binding)
    },
    /** The flow that a state belongs to. A state works once, whatever comes of it; `end` forgets it. */
    resume(state: string, provider: string, cookie: string | undefined): PendingFlow {
      const flow = flows.get(state)
      if (!flow || flow.returned) throw new OauthFailure('expired')
      flow.returned = true
      const linking = flow.link !== undefined
      if (flow.provider !== provider) throw new OauthFailure('expired', linking)
      const binding = cookie === undefined ? undefined : hashToken(cookie)
      if (binding === undefined || !same(binding, flow.binding)) throw new OauthFailure('other_browser', linking)
      return flow
    },
    end: (state: string): void => flows.drop(state),
  }
}
export type PendingFlows = ReturnType<typeof makePendingFlows>
