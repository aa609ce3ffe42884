import { definePlugin } from '@svc/plugin-sdk'
import { expect, it } from 'vitest'
import { createTestKernel } from '../src/testing.ts'

it('a user who sends many requests at once does not delay others until all are handled', async () => {
  const order: string[] = []
  const subject = definePlugin({
    id: 'subject',
    setup: () => ({
      routes: async (app) => {
        app.get('/api/subject', { config: { access: 'member' } }, ({ principal }) => {
          order.push(principal.role)
          return { data: 'ok' }
        })
      },
    }),
  })
  const kernel = await createTestKernel({ plugins: [subject] })
  try {
    const ask = (role: 'member' | 'admin') => kernel.as(role).inject('/api/subject')
    const answers = await Promise.all([...Array.from({ length: 40 }, () => ask('member')), ask('admin')])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(order.filter((role) => role === 'member')).toHaveLength(40)
    expect(order.indexOf('admin')).toBeLessThan(20)
  } finally {
    await kernel.close()
  }
})
