import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import system from '@svc/plugin-system'
import { afterEach, describe, expect, it, vi } from 'vitest'
import enrollment from './index.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })

let kernel: TestKernel
afterEach(() => kernel.close())

const day = 86_400_000

describe('retention of offers', () => {
  it('deletes terminal offers after the configured days, but never open offers or events', async () => {
    kernel = await createTestKernel({
      plugins: [system, enrollment],
      config: { retention: { enrollment_offers_days: 2 } },
    })
    const request = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      (await kernel.as('admin').inject({ method, url, ...(payload ? { payload } : {}) })).json()
    const body = { onboarding_request_id: 'r', name: 'n', ttl_secs: 86_400 }
    const { server_id: id, enrollment: first } = (await request('POST', '/api/servers', body)).data
    const offers = `/api/servers/${id}/agent-authority/offers`
    const replace = (offer: { id: string }) => request('POST', `${offers}/${offer.id}/replace`)
    const storedOffers = () => kernel.database.prepare('SELECT id FROM enrollment_offers').pluck().all()
    const second = (await replace(first)).data.enrollment

    kernel.clock.set(kernel.clock.now() + 2 * day)
    await kernel.runJob('OfferExpiry')
    const third = (await request('POST', offers, { ttl_secs: 86_400 })).data.enrollment
    await kernel.runJob('Cleanup')
    expect(new Set(storedOffers())).toEqual(new Set([first.id, second.id, third.id]))

    kernel.clock.set(kernel.clock.now() + day / 2)
    await kernel.runJob('Cleanup')
    expect(storedOffers()).toEqual([third.id])
    expect((await replace(first)).error.code).toBe('NOT_FOUND')
    expect((await replace(third)).data.enrollment.id).not.toBe(third.id)
    const events = (await request('GET', `/api/agent-authority/events?server_id=${id}`)).data
    expect(events.map(({ transition }: { transition: string }) => transition)).toEqual([
      'offer_replaced',
      'offer_issued',
      'offer_expired',
      'offer_replaced',
      'initial_offer_issued',
    ])
  })
})
