import { expect, it } from 'vitest'
import { reasonIn } from './reason.ts'

it('a reason is told in the language of the reader, and in English when nothing else is known', () => {
  const all = [
    reasonIn('en', 'the connection was refused', '连接被拒绝'),
    reasonIn('zh', 'the connection was refused', '连接被拒绝'),
    reasonIn('zh', 'the connection was refused', null),
    reasonIn('zh', null, null),
  ]
  expect(all).toEqual(['the connection was refused', '连接被拒绝', 'the connection was refused', null])
})
