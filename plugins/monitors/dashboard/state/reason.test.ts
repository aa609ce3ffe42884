import { expect, it } from 'vitest'
import { reasonIn } from './reason.ts'

it('uses the language of the user, or else English', () => {
  const all = [
    reasonIn('en', 'connection refused', '连接被拒绝'),
    reasonIn('zh', 'connection refused', '连接被拒绝'),
    reasonIn('zh', 'connection refused', null),
    reasonIn('zh', null, null),
  ]
  expect(all).toEqual(['connection refused', '连接被拒绝', 'connection refused', null])
})
