import type { Container } from '@svc/plugin-docker/wire'
import { expect, it } from 'vitest'
import { fitting, fittingContainers } from './fit.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const container = (n: number): Container => ({
  id: String(n).padStart(64, '0'),
  name: `web-${n}`,
  image: 'bb:1',
  state: 'running',
  status: 'Up 2 hours',
  created: 1_795_449_141,
  ports: [],
  labels: { 'com.docker.compose.project': 'shop', description: 'x'.repeat(1000) },
  mounts: [{ type: 'bind', source: '/data', destination: '/data', writable: true }],
})

it('takes as many items as fit', () => {
  const items = ['one', 'zwei', '三三三']
  expect(fitting(items)).toEqual(items)
  expect(fitting(items, 12)).toEqual(['one'])
  expect(fitting(items, 13)).toEqual(['one', 'zwei'])
  expect(fitting(items, 0)).toEqual([])
})

it('omits labels and mounts before containers', () => {
  const few = Array.from({ length: 100 }, (_, n) => container(n))
  expect(fittingContainers(few)).toEqual(few)
  const many = Array.from({ length: 1500 }, (_, n) => container(n))
  const short = fittingContainers(many)
  expect(short).toHaveLength(1500)
  expect(short[1499]).toMatchObject({ name: 'web-1499', labels: { 'com.docker.compose.project': 'shop' } })
  expect(short[0]).not.toHaveProperty('mounts')
  const tooMany = fittingContainers(Array.from({ length: 10_000 }, (_, n) => container(n)))
  expect(tooMany.length).toBeGreaterThan(2000)
  expect(bytesOf(tooMany)).toBeLessThan(1_000_002)
})
