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
  const initial = { wasSeen: false, wasConnected: false, wasClaimed: false }
  const wasSeen = { wasSeen: true, wasConnected: false, wasClaimed: false }

  it('waits before it is in the live list, and while its code is outstanding', () => {
    expect(claimStage('o1', undefined, initial)).toBe('waiting')
    expect(claimStage('o1', row('unclaimed', null), initial)).toBe('waiting')
    expect(claimStage('o1', row('unclaimed', 'o1'), wasSeen)).toBe('waiting')
  })

  it('is claimed, then connected, even if the claim is the first thing observed', () => {
    expect(claimStage('o1', row('claimed', null), initial)).toBe('claimed')
    expect(claimStage('o1', row('claimed', null, true), wasSeen)).toBe('connected')
  })

  it('does not go back to waiting when the agent disconnects', () => {
    const wasConnected = { wasSeen: true, wasConnected: true, wasClaimed: false }
    expect(claimStage('o1', row('claimed', null), wasConnected)).toBe('dropped')
    expect(claimStage('o1', row('claimed', null, true), wasConnected)).toBe('connected')
    expect(claimStage('o1', row('unclaimed', null), wasConnected)).toBe('dropped')
    expect(claimStage('o1', undefined, wasConnected)).toBe('dropped')
  })

  it('notices that its code was revoked or replaced by someone else', () => {
    expect(claimStage('o1', row('unclaimed', null), wasSeen)).toBe('withdrawn')
    expect(claimStage('o1', row('unclaimed', 'o2'), wasSeen)).toBe('withdrawn')
  })
})

describe('a server with a current agent', () => {
  it('is not reported as connected because of the current agent', () => {
    const before = { wasSeen: false, wasConnected: false, wasClaimed: true }
    expect(claimStage('o1', row('claimed', null, true), before)).toBe('waiting')
    expect(claimStage('o1', row('claimed', 'o1', true), { wasSeen: true, wasConnected: false, wasClaimed: true })).toBe(
      'waiting',
    )
    expect(claimStage('o1', row('claimed', null, true), { wasSeen: true, wasConnected: false, wasClaimed: true })).toBe(
      'connected',
    )
  })
})
