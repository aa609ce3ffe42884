import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../src/database.ts'
import { fence } from '../src/fence.ts'
import { makeOwnership } from '../src/ownership.ts'
import { makeTransactions } from '../src/transactions.ts'

const raw = openDatabase(':memory:')
raw.exec('CREATE TABLE mine_rows (a INTEGER); CREATE TABLE theirs_rows (a INTEGER)')
afterAll(() => void raw.close())

const handle = fence(raw, {
  plugin: 'mine',
  ownerOf: makeOwnership(['mine', 'theirs']),
  transactions: makeTransactions(raw),
  log: { error: () => {} },
  isLazy: true,
})

describe('statements of bundled plugins', () => {
  it('are compiled at their first use', () => {
    const insert = handle.prepare<[number]>('INSERT INTO mine_later VALUES (?)')
    const all = handle.prepare<[], { a: number }>('SELECT a FROM mine_later ORDER BY a')
    raw.exec('CREATE TABLE mine_later (a INTEGER)')
    expect(insert.run(2).changes).toBe(1)
    expect(insert.run(1).changes).toBe(1)
    expect(all.all()).toEqual([{ a: 1 }, { a: 2 }])
    expect(all.get()).toEqual({ a: 1 })
    expect([...all.iterate()]).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('are refused at their first use if they are wrong or name a table of another plugin', () => {
    const wrong = handle.prepare('SELEKT 1')
    const foreign = handle.prepare('SELECT * FROM theirs_rows')
    expect(() => wrong.get()).toThrow(/syntax error/)
    expect(() => foreign.all()).toThrow('mine may not touch theirs_rows: that table belongs to theirs')
    expect(() => handle.exec('DELETE FROM theirs_rows')).toThrow(/may not touch/)
  })
})
