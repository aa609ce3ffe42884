import { expect, it } from 'vitest'
import { placesOf } from './places.ts'
import { readHops } from './reading.ts'

const hop = (number: number, loss: number, ip?: string) => ({
  hop: number,
  ...(ip && { ips: [ip] }),
  total_sent: 10,
  total_recv: ip ? 10 - loss / 10 : 0,
  loss_pct: ip ? loss : 100,
})

it('loss that later hops do not have is a limit of answers, and no loss', () => {
  const hops = [
    hop(1, 0, '192.0.2.1'),
    hop(2, 60, '192.0.2.2'),
    hop(3, 100),
    hop(4, 20, '192.0.2.4'),
    hop(5, 20, '192.0.2.5'),
  ]
  const readings = readHops({ hops, hosts: [] })
  expect(readings.map(({ carriedLoss }) => carriedLoss)).toEqual([0, 20, 20, 20, 20])
  expect(readings.map(({ limitsAnswers }) => limitsAnswers)).toEqual([false, true, false, false, false])
})

it('hosts without facts have their address only', () => {
  const known = {
    ip: '192.0.2.1',
    hostname: 'a',
    asn: 'AS1',
    as_name: 'A',
    country: 'DE',
    latitude: null,
    longitude: null,
  }
  const [first, second] = readHops({ hops: [hop(1, 0, '192.0.2.1'), hop(2, 0, '192.0.2.2')], hosts: [known] })
  expect(first?.hosts).toEqual([known])
  expect(second?.hosts).toMatchObject([{ ip: '192.0.2.2', hostname: null, asn: null }])
})

it('hops in one place are one stop on the map, and unknown ones none', () => {
  const at = (ip: string, country: string | null, latitude: number | null = null) => ({
    ip,
    ...{ hostname: null, asn: null, as_name: null },
    ...{ country, latitude, longitude: latitude },
  })
  const hosts = [at('192.0.2.1', 'DE'), at('192.0.2.2', 'DE'), at('192.0.2.4', 'US', 10), at('192.0.2.5', 'DE')]
  const hops = [1, 2, 3, 4, 5].map((number) => hop(number, 0, `192.0.2.${number}`))
  expect(placesOf(readHops({ hops, hosts }))).toEqual([
    { label: '1, 2', title: '192.0.2.1, 192.0.2.2', country: 'DE', latitude: null, longitude: null },
    { label: '4', title: '192.0.2.4', country: 'US', latitude: 10, longitude: 10 },
    { label: '5', title: '192.0.2.5', country: 'DE', latitude: null, longitude: null },
  ])
})
