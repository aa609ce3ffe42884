import { type Database, definePlugin, event, listen, service } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const told = event<string>('teller.told')
const teller = service<{ db: Database; tell(text: string): void }>('teller.teller')
let heard: string[] = []
let kernel: TestKernel

beforeEach(async () => {
  heard = []
  kernel = await createTestKernel({
    plugins: [
      definePlugin({
        id: 'teller',
        provides: { teller },
        setup: ({ db, emit }) => ({ provides: { teller: { db, tell: (text) => emit(told, text) } } }),
      }),
      definePlugin({ id: 'hearer', setup: () => ({ on: [listen(told, (text) => void heard.push(text))] }) }),
    ],
  })
})
afterEach(() => kernel.close())

it('notifies listeners after the commit', () => {
  const { db, tell } = kernel.service(teller)
  db.transaction(() => {
    tell('outer')
    db.transaction(() => tell('inner'))
    expect(heard).toEqual([])
  })
  expect(heard).toEqual(['outer', 'inner'])
  tell('alone')
  expect(heard).toEqual(['outer', 'inner', 'alone'])
})

it('does not notify after a rollback', () => {
  const { db, tell } = kernel.service(teller)
  const fails = (text: string) => () => {
    tell(text)
    throw new Error('no')
  }
  db.transaction(() => {
    tell('kept')
    expect(() => db.transaction(fails('inner'))).toThrow('no')
  })
  expect(() => db.transaction(fails('outer'))).toThrow('no')
  expect(heard).toEqual(['kept'])
})
