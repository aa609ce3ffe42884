import { expect, it } from 'vitest'
import { makeLog } from './log.ts'

it('goes on while the disk is full', () => {
  const { log } = makeLog({ level: 'info', file: '/dev/full' })
  expect(() => {
    for (let i = 0; i < 3; i++) log.info('one more line')
  }).not.toThrow()
})
