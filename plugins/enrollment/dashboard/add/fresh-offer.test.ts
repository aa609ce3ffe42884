import { describe, expect, it } from 'vitest'
import { freshOffer } from './fresh-offer.ts'

const issued = { id: 'new', code: 'c', code_prefix: 'c', expires_at: '2030-01-01T00:00:00Z' }

/** A server that stands as told; notes what was asked of it. */
function standing(status: 'claimed' | 'unclaimed', open: string | null) {
  const asked: unknown[][] = []
  const call = async (method: string, path: string, body?: unknown) => {
    asked.push([method, path.replace('/api/servers/s1/agent-authority', ''), body])
    return method === 'GET' ? { status, outstanding_offer: open && { id: open } } : { enrollment: issued }
  }
  return { asked, call: call as Parameters<typeof freshOffer>[0] }
}

describe('a new code', () => {
  it('replaces the open offer', async () => {
    const { asked, call } = standing('unclaimed', 'o1')
    expect(await freshOffer(call, 's1')).toEqual({ offer: issued, wasClaimed: false })
    expect(asked[1]).toEqual(['POST', '/offers/o1/replace', undefined])
  })

  it('names the offer the caller knows, so that the server can refuse when another one is open', async () => {
    const { asked, call } = standing('unclaimed', 'theirs')
    await freshOffer(call, 's1', 'mine')
    expect(asked[1]).toEqual(['POST', '/offers/mine/replace', undefined])
  })

  it('is issued when none is open, an expired one included', async () => {
    const { asked, call } = standing('unclaimed', null)
    await freshOffer(call, 's1', 'expired')
    expect(asked[1]).toEqual(['POST', '/offers', {}])
  })

  it('re-enrolls gracefully a server that is held', async () => {
    const { asked, call } = standing('claimed', null)
    expect(await freshOffer(call, 's1')).toEqual({ offer: issued, wasClaimed: true })
    expect(asked[1]).toEqual(['POST', '/re-enrollment', { mode: 'graceful' }])
  })
})
