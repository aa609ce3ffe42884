import { describe, expect, it } from 'vitest'
import { type Billing, billingChanges, billingOf, billingProblems, noBilling } from './billing.ts'

const record = {
  price: 4.5,
  currency: 'EUR',
  billing_cycle: 'monthly',
  billing_start_day: 15,
  expired_at: '2030-01-31T12:34:56Z',
  traffic_limit: 2 * 2 ** 40,
  traffic_limit_type: 'down',
}
const billing = (patch: Partial<Billing>): Billing => ({ ...noBilling, ...patch })

describe('billing', () => {
  it('is shown as one would type it, and unchanged if not edited', () => {
    const shown = billingOf(record)
    expect(shown).toEqual({
      price: '4.5',
      currency: 'EUR',
      cycle: 'monthly',
      startDay: '15',
      expires: '2030-01-31',
      limit: '2',
      limitUnit: 'TiB',
      limitType: 'down',
    })
    expect(billingChanges(shown, shown)).toEqual({})
  })

  it.each([0, 1, 1500, 2 ** 20, 3 * 2 ** 30 + 1, 1_000_000_000_000, 2 ** 50 + 1, Number.MAX_SAFE_INTEGER])(
    'keeps a limit of %d bytes exactly',
    (traffic_limit) => {
      const shown = billingOf({ ...record, traffic_limit })
      expect(billingProblems(shown)).toEqual({})
      expect(billingChanges(noBilling, shown).traffic_limit).toBe(traffic_limit)
    },
  )

  it('shows a limit in the units in which it was given', () => {
    const limitOf = (traffic_limit: number) => {
      const { limit, limitUnit } = billingOf({ ...record, traffic_limit })
      return `${limit} ${limitUnit}`
    }
    expect([1e12, 1.5e9, 2 ** 40, 512 * 2 ** 20].map(limitOf)).toEqual(['1 TB', '1.5 GB', '1 TiB', '512 MiB'])
  })

  it('sends only what differs; empty fields are cleared', () => {
    expect(billingChanges(billingOf(record), billing({ ...billingOf(record), price: '5,25' }))).toEqual({ price: 5.25 })
    expect(billingChanges(billingOf(record), noBilling)).toEqual({
      price: null,
      currency: null,
      billing_start_day: 1,
      expired_at: null,
      traffic_limit: null,
      traffic_limit_type: null,
    })
    expect(billingChanges(noBilling, billing({ expires: '2031-02-01', limit: '1.5', limitUnit: 'GiB' }))).toEqual({
      expired_at: '2031-02-01T00:00:00Z',
      traffic_limit: 1.5 * 2 ** 30,
    })
  })

  it.each([
    [{ price: '-1' }, { price: 'problem.price' }],
    [{ price: '1e3' }, { price: 'problem.price' }],
    [{ price: '.5' }, {}],
    [{ startDay: '0' }, { startDay: 'problem.startDay' }],
    [{ startDay: '29' }, { startDay: 'problem.startDay' }],
    [{ startDay: '1.5' }, { startDay: 'problem.startDay' }],
    [{ expires: '2030-02-30' }, { expires: 'problem.expires' }],
    [{ limit: 'much' }, { limit: 'problem.limit' }],
    [{ limit: '9000', limitUnit: 'TiB' }, { limit: 'problem.limit' }],
  ] as [Partial<Billing>, object][])('%j: %j', (typed, problems) => {
    expect(billingProblems(billing(typed))).toEqual(problems)
  })
})
