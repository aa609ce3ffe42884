import { type Database, definePlugin, event, listen, service } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const announced = event<string>('sender.announced')
const teller = service<{ db: Database; tell(text: string): void }>('teller.teller')
let received: string[] = []
let kernel: TestKernel

beforeEach(async () => {
  received = []
  kernel = await createTestKernel({
    plugins: [
      definePlugin({
        id: 'teller',
        provides: { teller },
        setup: ({ db, emit }) => ({ provides: { teller: { db, tell: (text) => emit(announced, text) } } }),
      }),
      definePlugin({ id: 'receiver', setup: () => ({ on: [listen(announced, (text) => void received.push(text))] }) }),
    ],
  })
})
afterEach(() => kernel.close())

it('notifies listeners after the commit', () => {
  const { db, tell } = kernel.service(teller)
  db.transaction(() => {
    tell('outer')
    db.transaction(() => tell('inner'))
    expect(received).toEqual([])
  })
  expect(received).toEqual(['outer', 'inner'])
  tell('alone')
  expect(received).toEqual(['outer', 'inner', 'alone'])
})

it('does not notify after a rollback', () => {
  const { db, tell } = kernel.service(teller)
  const fails = (text: string) => () => {
    tell(text)
    throw new Error('no')
  }
  db.transaction(() => {
    tell('committed')
    expect(() => db.transaction(fails('inner'))).toThrow('no')
  })
  expect(() => db.transaction(fails('outer'))).toThrow('no')
  expect(received).toEqual(['committed'])
})

it('runs work after the outermost commit, in order, and not after a rollback', () => {
  const { db } = kernel.service(teller)
  const later = (text: string) => db.afterCommit(() => void received.push(text))
  later('alone')
  db.transaction(() => {
    later('outer')
    db.transaction(() => later('inner'))
    expect(() =>
      db.transaction(() => {
        later('undone')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(received).toEqual(['alone'])
  })
  expect(received).toEqual(['alone', 'outer', 'inner'])
})

it('runs the rest when work after a commit fails, and the caller does not notice', () => {
  const { db, tell } = kernel.service(teller)
  const result = db.transaction(() => {
    db.afterCommit(() => {
      throw new Error('disk on fire')
    })
    db.afterCommit(() => db.transaction(() => tell('from a transaction of its own')))
    return 'done'
  })
  expect([result, received]).toEqual(['done', ['from a transaction of its own']])
  expect(kernel.logs).toContainEqual(expect.objectContaining({ plugin: 'teller', msg: 'work after a commit failed' }))
})
