import { describe, expect, it } from 'vitest'
import { generateOffer } from './new-offer.ts'

const issued = { id: 'new', code: 'c', code_prefix: 'c', expires_at: '2030-01-01T00:00:00Z' }

/** A fake server in this state that records the requests. */
function fakeServer(status: 'claimed' | 'unclaimed', open: string | null) {
  const requests: unknown[][] = []
  const call = async (method: string, path: string, body?: unknown) => {
    requests.push([method, path.replace('/api/servers/s1/agent-authority', ''), body])
    return method === 'GET' ? { status, outstanding_offer: open && { id: open } } : { enrollment: issued }
  }
  return { requests, call: call as Parameters<typeof generateOffer>[0] }
}

describe('a new code', () => {
  it('replaces the open offer', async () => {
    const { requests, call } = fakeServer('unclaimed', 'o1')
    expect(await generateOffer(call, 's1')).toEqual({ offer: issued, wasClaimed: false })
    expect(requests[1]).toEqual(['POST', '/offers/o1/replace', undefined])
  })

  it('replaces the expected offer, so that the server rejects the request if another one is open', async () => {
    const { requests, call } = fakeServer('unclaimed', 'theirs')
    await generateOffer(call, 's1', 'mine')
    expect(requests[1]).toEqual(['POST', '/offers/mine/replace', undefined])
  })

  it('is issued if none is open or the open one has expired', async () => {
    const { requests, call } = fakeServer('unclaimed', null)
    await generateOffer(call, 's1', 'expired')
    expect(requests[1]).toEqual(['POST', '/offers', {}])
  })

  it('starts a graceful re-enrollment if the server is claimed', async () => {
    const { requests, call } = fakeServer('claimed', null)
    expect(await generateOffer(call, 's1')).toEqual({ offer: issued, wasClaimed: true })
    expect(requests[1]).toEqual(['POST', '/re-enrollment', { mode: 'graceful' }])
  })
})
