import type { OfferSummary } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { claimStage } from './claim-stage.ts'

const offer = (id: string): OfferSummary => ({
  id,
  code_prefix: 'abcdefgh',
  created_at: '2030-01-01T00:00:00Z',
  expires_at: '2030-01-01T00:10:00Z',
})
const row = (status: 'claimed' | 'unclaimed', open: string | null, online = false) => ({
  online,
  agent_authority: { status, outstanding_offer: open === null ? null : offer(open) },
})

describe('a new server', () => {
  const fresh = { seen: false, met: false, wasClaimed: false }
  const seen = { seen: true, met: false, wasClaimed: false }

  it('waits before the live list knows it, and while its code is open', () => {
    expect(claimStage('o1', undefined, fresh)).toBe('waiting')
    expect(claimStage('o1', row('unclaimed', null), fresh)).toBe('waiting')
    expect(claimStage('o1', row('unclaimed', 'o1'), seen)).toBe('waiting')
  })

  it('is claimed, then connected, even when the claim was the first thing heard', () => {
    expect(claimStage('o1', row('claimed', null), fresh)).toBe('claimed')
    expect(claimStage('o1', row('claimed', null, true), seen)).toBe('connected')
  })

  it('does not go back to its used code when the agent drops', () => {
    const met = { seen: true, met: true, wasClaimed: false }
    expect(claimStage('o1', row('claimed', null), met)).toBe('dropped')
    expect(claimStage('o1', row('claimed', null, true), met)).toBe('connected')
    expect(claimStage('o1', row('unclaimed', null), met)).toBe('dropped')
    expect(claimStage('o1', undefined, met)).toBe('dropped')
  })

  it('notices that its code was revoked or replaced by somebody else', () => {
    expect(claimStage('o1', row('unclaimed', null), seen)).toBe('withdrawn')
    expect(claimStage('o1', row('unclaimed', 'o2'), seen)).toBe('withdrawn')
  })
})

describe('a server that another agent still holds', () => {
  it('is not called connected because of the old agent', () => {
    const before = { seen: false, met: false, wasClaimed: true }
    expect(claimStage('o1', row('claimed', null, true), before)).toBe('waiting')
    expect(claimStage('o1', row('claimed', 'o1', true), { seen: true, met: false, wasClaimed: true })).toBe('waiting')
    expect(claimStage('o1', row('claimed', null, true), { seen: true, met: false, wasClaimed: true })).toBe('connected')
  })
})
