import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Audit, audit } from './contract.ts'
import system from './index.ts'

let kernel: TestKernel
let log: Audit
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system] })
  log = kernel.service(audit)
})
afterEach(() => kernel.close())

const entries = () =>
  kernel.database.prepare('SELECT user_id, action, detail, ip FROM system_audit_logs ORDER BY id').all()
const by = { principal: { userId: 'u1' }, ip: '192.0.2.1' }

it('writes the entry in the transaction of the act, with actor and address', () => {
  const result = log.act(
    by,
    'thing.create',
    () => {
      expect(kernel.database.inTransaction).toBe(true)
      return { id: 7 }
    },
    ({ id }) => ({ id }),
  )
  expect(result).toEqual({ id: 7 })
  log.act(
    'system',
    'thing.expire',
    () => 1,
    () => ({}),
  )
  log.act(
    { userId: 'u2', ip: '192.0.2.2' },
    'thing.touch',
    () => 1,
    () => ({}),
  )
  expect(entries()).toMatchObject([
    { user_id: 'u1', action: 'thing.create', detail: '{"id":7}', ip: '192.0.2.1' },
    { user_id: 'system', action: 'thing.expire', ip: '' },
    { user_id: 'u2', action: 'thing.touch', ip: '192.0.2.2' },
  ])
})

it('writes neither when the act fails, and no entry when nothing happened', () => {
  const fail = () => {
    log.act(
      by,
      'inner',
      () => 1,
      () => ({}),
    )
    throw new Error('no')
  }
  expect(() => log.act(by, 'outer', fail, () => ({}))).toThrow('no')
  log.act(
    by,
    'nothing',
    () => false,
    (changed) => (changed ? {} : undefined),
  )
  expect(entries()).toEqual([])
})

it('rejects a promise by type', () => {
  const late = () =>
    log.act(
      by,
      'late',
      // @ts-expect-error the transaction would be over before it settles
      async () => 1,
      () => ({}),
    )
  expect(late).toBeTypeOf('function')
})
