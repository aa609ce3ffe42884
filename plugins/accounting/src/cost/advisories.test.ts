import { describe, expect, it } from 'vitest'
import { type Activity, advise } from './advisories.ts'

const now = 1_800_000_000
const minute = now / 60
const working: Activity = { samples: 1440, meanCpu: 40, meanMemory: 900, busy: true, lastMinute: minute - 1 }
const idle: Activity = { ...working, meanCpu: 4.9, meanMemory: 199, busy: false }
const facts = {
  price: 5,
  expiresAt: null as number | null,
  memTotal: 1000 as number | null,
  online: true,
  activity: working as Activity | undefined,
  uptime: { online: 43_200, total: 43_200 },
}

describe('advisories', () => {
  it.each([
    ['a server that works', {}, []],
    ['one whose billing ended', { expiresAt: now - 1 }, ['expired_billing']],
    ['one whose billing ends now', { expiresAt: now }, []],
    ['an offline server', { online: false, activity: undefined }, ['sleeping_money']],
    [
      'a server offline for a day',
      { online: false, activity: { ...working, lastMinute: minute - 1441 } },
      ['sleeping_money'],
    ],
    [
      'a server offline for less than a day',
      { online: false, activity: { ...working, lastMinute: minute - 1439 } },
      [],
    ],
    ['one that is there without records', { activity: undefined }, []],
    ['one that costs nothing', { price: 0, online: false, activity: idle }, []],
    ['an idle one', { activity: idle }, ['idle_burn']],
    ['one with some CPU load', { activity: { ...idle, meanCpu: 5 } }, []],
    ['one with some memory in use', { activity: { ...idle, meanMemory: 200 } }, []],
    ['one with traffic or disk load', { activity: { ...idle, busy: true } }, []],
    ['one of unknown size', { activity: idle, memTotal: null }, []],
    ['one that was idle before', { activity: { ...idle, samples: 0, meanCpu: 0, meanMemory: 0 } }, []],
    ['one that is often away', { uptime: { online: 899, total: 1000 } }, ['low_uptime']],
    ['one that is rarely away', { uptime: { online: 900, total: 1000 } }, []],
    ['one nobody knows of', { uptime: { online: 0, total: 0 } }, []],
    [
      'all of it, in order',
      {
        expiresAt: 1,
        online: false,
        activity: { ...idle, lastMinute: minute - 1441 },
        uptime: { online: 1, total: 10 },
      },
      ['expired_billing', 'sleeping_money', 'idle_burn', 'low_uptime'],
    ],
  ])('for %s', (_, of, expected) => expect(advise({ ...facts, ...of }, now)).toEqual(expected))
})
